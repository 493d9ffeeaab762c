/**
 * Returns the attributes of an element of a list that is lit while its pin on the map is pointed at, and lights that pin
 * while it is pointed at itself. A tap points, too.
 */
export function lightingOf(id: string, isLit: boolean, onLight: (id: string | undefined) => void) {
  return {
    'data-id': id,
    'data-lit': isLit ? '' : undefined,
    onMouseEnter: () => onLight(id),
    onMouseLeave: () => onLight(undefined),
    onFocusIn: () => onLight(id),
    onFocusOut: () => onLight(undefined),
    onClick: () => onLight(id),
  }
}

/** Brings what is lit into view, unfolded; the page moves no further than it must. */
export function reveal(id: string | undefined): void {
  if (id === undefined) return
  const element = document.querySelector(`[data-id="${CSS.escape(id)}"]`)
  element?.closest('details')?.setAttribute('open', '')
  element?.scrollIntoView({ block: 'nearest' })
}
