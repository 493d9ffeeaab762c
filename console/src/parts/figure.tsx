import type { ComponentChildren } from 'preact'

interface FigureProps {
  readonly name: string
  readonly value: ComponentChildren
  readonly note?: ComponentChildren
}

/** A figure with its name above and a note below, for lists of the class `figures`. */
export function Figure({ name, value, note }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {note && <small class="quiet">{note}</small>}
      </dd>
    </div>
  )
}
