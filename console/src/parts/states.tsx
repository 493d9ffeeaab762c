import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { keyPrompt } from '../service/key.ts'
import { Away, type Problem } from '../service/problem.ts'
import { Button } from './button.tsx'

/** A placeholder for content that is loading, so that the page does not jump when the content arrives. */
export function Skeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  )
}

interface MessageProps {
  readonly title: string
  readonly text?: string
  readonly children?: ComponentChildren
}

/** A message for an empty result, or for a page before its first search. */
export function Empty({ title, text, children }: MessageProps) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}

export function Failure({ title, text, children }: MessageProps) {
  return (
    <div class="state failed" role="alert">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}

interface RefusedProps {
  readonly failure: Problem | Away
  readonly again: () => void
  /** The view's controls for choosing one of the candidates that the refusal names. */
  readonly children?: ComponentChildren
}

/**
 * Explains why there is no answer, and what the person can do. Covers keys, credits, rate limits and an unreachable
 * service.
 */
export function Refused({ failure, again, children }: RefusedProps) {
  if (failure instanceof Away) return <Failure title="No response" text={failure.message} />
  const { status, document, retryAfterS, isOfKey } = failure
  // a status below 400 means that the answer could not be read
  const isOfTime = status === 429 || status >= 500 || status < 400
  return (
    <Failure title={document.title} text={document.detail}>
      {document.errors !== undefined && document.errors.length > 1 && (
        <ul>
          {document.errors.map(({ parameter, detail }) => (
            <li key={`${parameter} ${detail}`}>
              {parameter && <code>{parameter}</code>} {detail}
            </li>
          ))}
        </ul>
      )}
      {children}
      {isOfKey && <Button onClick={() => keyPrompt.set({ refusal: failure })}>Use another key</Button>}
      {isOfTime && <AgainIn key={document.detail} seconds={retryAfterS ?? 0} again={again} />}
      <p class="quiet">
        <a href={`/docs/problems#${document.code}`}>{document.code}</a>
      </p>
    </Failure>
  )
}

/** Counts down until the service may be called again, then becomes a button. */
function AgainIn({ seconds, again }: { seconds: number; again: () => void }) {
  const [left, setLeft] = useState(Math.ceil(seconds))
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <Button onClick={again} disabled={left > 0}>
      {left > 0 ? `Try again in ${left} s` : 'Try again'}
    </Button>
  )
}
