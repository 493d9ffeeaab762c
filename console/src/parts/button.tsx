import type { ComponentChildren } from 'preact'

interface ButtonProps {
  readonly children: ComponentChildren
  readonly kind?: 'main' | 'plain' | 'quiet'
  readonly type?: 'button' | 'submit'
  readonly disabled?: boolean
  /** The work that it began is under way: a click does nothing, but the focus stays on it. */
  readonly isBusy?: boolean
  readonly label?: string
  readonly onClick?: () => void
}

export function Button(props: ButtonProps) {
  const { children, kind = 'plain', type = 'button', disabled = false, isBusy = false, label, onClick } = props
  return (
    <button
      type={type}
      class={`button ${kind}`}
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      aria-label={label}
      onClick={isBusy ? undefined : onClick}
    >
      {children}
    </button>
  )
}
