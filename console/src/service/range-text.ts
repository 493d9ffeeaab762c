/** Returns the two ends of `min:1, max:2` as text: `1` and `2`. A missing end is empty. */
export function endsOf(text: string): readonly [min: string, max: string] {
  const end = (name: string) => new RegExp(`${name}:\\s*([\\d.]+)`).exec(text)?.[1] ?? ''
  return [end('min'), end('max')]
}

export function rangeText(min: string, max: string): string {
  return [min && `min:${min}`, max && `max:${max}`].filter(Boolean).join(', ')
}
