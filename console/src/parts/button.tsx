import type { ComponentChildren } from 'preact'

interface ButtonProps {
  readonly children: ComponentChildren
  readonly kind?: 'main' | 'plain' | 'quiet'
  readonly type?: 'button' | 'submit'
  readonly disabled?: boolean
  /** The button's action is running: clicks do nothing, but the button keeps the focus. */
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
