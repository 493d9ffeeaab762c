import './cards.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { lightingOf } from './light.ts'
import { isLoadable, PicturesElsewhere } from './picture.tsx'

interface CardProps {
  /** Picture addresses; the first is shown. */
  readonly pictures: readonly string[]
  /** Shown if no picture can be loaded. */
  readonly drawing?: ComponentChildren
  /** Text in a corner of the picture. */
  readonly badge?: string
  /** Content in the corner of the picture opposite the badge. */
  readonly corner?: ComponentChildren
  readonly children: ComponentChildren
  /** Attributes that link the card to its pin on the map. */
  readonly lighting?: ReturnType<typeof lightingOf>
}

/** A picture with the key facts below it. */
export function Card({ pictures, drawing, badge = '', corner, children, lighting }: CardProps) {
  const [broken, setBroken] = useState<string | undefined>()
  const shown = pictures.find((each) => each !== broken && isLoadable(each))
  return (
    <li class="card sheet" {...lighting}>
      <div class="card-picture">
        {shown === undefined ? (
          drawing
        ) : (
          <img src={shown} alt="" loading="lazy" width="384" height="256" onError={() => setBroken(shown)} />
        )}
        {badge !== '' && <span class="card-badge">{badge}</span>}
        {corner}
      </div>
      <div class="card-text">
        {children}
        {shown === undefined && <PicturesElsewhere addresses={pictures} />}
      </div>
    </li>
  )
}

export function Cards({ isBusy, children }: { isBusy: boolean; children: ComponentChildren }) {
  return (
    <ul class="cards" aria-busy={isBusy}>
      {children}
    </ul>
  )
}
