import { useEffect, useState } from 'preact/hooks'

/**
 * Whether the page is being printed. Paper does not scroll, so the page must show at once what scrolling would load.
 */
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
