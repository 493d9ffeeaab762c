import { Figure } from '../../parts/figure.tsx'
import { count, day } from '../../parts/format.ts'
import type { FigureSource } from '../../service/answers.ts'

const UNKNOWN = '–'

interface SourcedFigureProps {
  readonly name: string
  readonly value: string
  readonly from: FigureSource | undefined
  /** Says which homes Plat excluded when it calculated the figure itself. */
  readonly leftOut?: string
}

/** A figure with the number of homes behind it, or with the reason why it is unknown. */
export function SourcedFigure({ name, value, from, leftOut }: SourcedFigureProps) {
  const note = from?.basis === 'computed' && leftOut !== undefined ? leftOut : noteOn(from)
  return <Figure name={name} value={from?.why === undefined ? value : UNKNOWN} note={note} />
}

function noteOn(from: FigureSource | undefined): string {
  if (from?.why !== undefined) return from.why
  const made = from?.kind === 'estimated' ? 'estimated, ' : ''
  if (from?.homes !== undefined) return `${made}of ${count(from.homes)} homes`
  if (from?.basis !== 'published') return ''
  return [from.source, from.date && day(from.date)].filter(Boolean).join(', ')
}
