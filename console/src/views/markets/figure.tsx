import { Figure } from '../../parts/figure.tsx'
import { count } from '../../parts/format.ts'
import type { FigureSource } from './answers.ts'

const UNKNOWN = '–'

/** A figure, and under it how many homes it is of, or why it is not known. */
export function SourcedFigure({ name, value, from }: { name: string; value: string; from: FigureSource | undefined }) {
  return <Figure name={name} value={from?.why === undefined ? value : UNKNOWN} note={noteOn(from)} />
}

function noteOn(from: FigureSource | undefined): string {
  if (from?.why !== undefined) return from.why
  if (from?.homes !== undefined) return `of ${count(from.homes)} homes`
  return from?.basis === 'published' ? (from.source ?? '') : ''
}
