import type { ComponentChildren } from 'preact'

interface ButtonProps {
  readonly children: ComponentChildren
  readonly kind?: 'main' | 'plain' | 'quiet'
  readonly type?: 'button' | 'submit'
  readonly disabled?: boolean
  readonly label?: string
  readonly onClick?: () => void
}

export function Button({ children, kind = 'plain', type = 'button', disabled = false, label, onClick }: ButtonProps) {
  return (
    <button type={type} class={`button ${kind}`} disabled={disabled} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}
