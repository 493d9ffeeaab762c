const NAMES = [
  'map-water',
  'map-land',
  'map-abroad',
  'map-county',
  'map-state',
  'map-urban',
  'map-park',
  'map-text',
  'map-text-soft',
  'map-halo',
  'sheet',
  'ink',
  'accent',
  'on-accent',
  'sale',
  'rent',
  'sold',
  'on-pin',
] as const

export type MapColors = Readonly<Record<(typeof NAMES)[number], string>>

/** Returns the page's current colors, because a canvas cannot read CSS variables. */
export function colorsNow(): MapColors {
  const probe = document.createElement('span')
  document.body.append(probe)
  const colors = NAMES.map((name) => {
    probe.style.color = `var(--${name})`
    return [name, getComputedStyle(probe).color] as const
  })
  probe.remove()
  return Object.fromEntries(colors) as MapColors // the entries cover all keys of `MapColors`
}

/** Calls `look` when the page turns dark or light, because the person or the system switched. */
export function followColors(look: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const page = new MutationObserver(look)
  page.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  system.addEventListener('change', look)
  return () => {
    page.disconnect()
    system.removeEventListener('change', look)
  }
}
