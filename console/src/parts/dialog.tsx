import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

/**
 * A modal dialog. The browser keeps the focus inside, and Escape closes the dialog. The focus then returns to the
 * element that had it before.
 */
export function Dialog({
  title,
  isWide = false,
  onClose,
  children,
}: {
  title: string
  /** Whether the dialog takes the full width, and on a phone the full height. */
  isWide?: boolean
  onClose: () => void
  children: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      // removing an open dialog from the page loses the focus
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} class={isWide ? 'dialog wide' : 'dialog'} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6L6 18" />
          </svg>
        </button>
      </header>
      {children}
    </dialog>
  )
}
