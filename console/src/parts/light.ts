/**
 * Returns attributes that connect a list element to its pin. Pointing at the element, focusing it or tapping it
 * highlights both.
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

/** Expands an element and scrolls it into view, no further than necessary. */
export function reveal(id: string | undefined): void {
  if (id === undefined) return
  const element = document.querySelector(`[data-id="${CSS.escape(id)}"]`)
  element?.closest('details')?.setAttribute('open', '')
  element?.scrollIntoView({ block: 'nearest' })
}
