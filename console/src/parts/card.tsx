import './cards.css'
import type { ComponentChildren } from 'preact'

/** A picture with what is to be known at a glance below it. */
export function Card({ picture, children }: { picture: string | undefined; children: ComponentChildren }) {
  return (
    <li class="card">
      {picture && <img src={picture} alt="" loading="lazy" width="384" height="256" />}
      <div>{children}</div>
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
