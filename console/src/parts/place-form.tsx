import './place-form.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { Field } from './field.tsx'

interface PlaceFormProps {
  readonly label: string
  readonly placeholder: string
  /** The current place. When it changes, the form shows the new place. */
  readonly place: string
  readonly onAsk: (place: string) => void
  /** The text of the button. */
  readonly submit?: string
  /** Further fields. Each searches by itself when it changes. */
  readonly children?: ComponentChildren
}

/** A field for a place, and a button that searches for it. */
export function PlaceForm({ label, placeholder, place, submit = 'Show', onAsk, children }: PlaceFormProps) {
  const [text, setText] = useState(place)
  const ask = (event: Event) => {
    event.preventDefault()
    onAsk(text.trim())
  }
  return (
    <form class="place-form" onSubmit={ask}>
      <Field label={label}>
        {(id) => (
          <input
            id={id}
            type="search"
            placeholder={placeholder}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </Field>
      {children}
      <Button kind="main" type="submit">
        {submit}
      </Button>
    </form>
  )
}
