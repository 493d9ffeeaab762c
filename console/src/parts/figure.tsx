import type { ComponentChildren } from 'preact'

interface FigureProps {
  readonly name: string
  readonly value: ComponentChildren
  readonly note?: ComponentChildren
}

/** A figure between its name and a note, for lists of the class `figures`. */
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
