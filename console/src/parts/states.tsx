import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { keyAsked } from '../service/key.ts'
import { Away, type Problem } from '../service/problem.ts'
import { Button } from './button.tsx'

/** Stands where something will be, so that nothing jumps when it comes. */
export function Skeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  )
}

interface Says {
  readonly title: string
  readonly text?: string
  readonly children?: ComponentChildren
}

/** Nothing was found, or nothing asked yet. */
export function Empty({ title, text, children }: Says) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}

export function Failure({ title, text, children }: Says) {
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
  /** Where the refusal names candidates, how a view offers them. */
  readonly children?: ComponentChildren
}

/** Why there is no answer, and what can be done: the one place for keys, credits, rates and a service that is away. */
export function Refused({ failure, again, children }: RefusedProps) {
  if (failure instanceof Away) return <Failure title="No response" text={failure.message} />
  const { status, document, retryAfterS, isOfKey } = failure
  // a status below 400 is of an answer that could not be read
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
      {isOfKey && <Button onClick={() => keyAsked.set({ refusal: failure })}>Use another key</Button>}
      {isOfTime && <AgainIn key={document.detail} seconds={retryAfterS ?? 0} again={again} />}
      <p class="quiet">
        <a href={`/docs/problems#${document.code}`}>{document.code}</a>
      </p>
    </Failure>
  )
}

/** Becomes a button when the service said that it may be asked again. */
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
