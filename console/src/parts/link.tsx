import type { ComponentChildren } from 'preact'
import { BASE, go } from '../service/place.ts'

interface LinkProps {
  readonly to: string
  readonly children: ComponentChildren
  readonly class?: string
  readonly label?: string
  /** The link points to the current page. */
  readonly isCurrent?: boolean
}

/** A link within the console. It also opens correctly in a new tab. */
export function Link({ to, children, class: look, label, isCurrent }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={BASE + to} class={look} aria-label={label} aria-current={isCurrent ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  )
}
