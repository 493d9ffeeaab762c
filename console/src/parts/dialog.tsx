import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

/** A modal dialog: the browser keeps the focus in it, and Escape closes it. Closed, the focus is where it was before. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const isGone = useRef(false)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => {
      isGone.current = true
      shown?.close() // taken out of the page while open, it would take the focus with it
    }
  }, [])
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={() => !isGone.current && onClose()}>
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
