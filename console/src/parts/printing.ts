import { useEffect, useState } from 'preact/hooks'

/** Whether the page is being printed: paper does not scroll, so it gets what scrolling would bring. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const [begin, end] = [() => setPrinting(true), () => setPrinting(false)]
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
