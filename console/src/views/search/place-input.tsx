import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { queryOf } from '../../service/query.ts'
import { request } from '../../service/request.ts'

const LEAST_CHARACTERS = 3
const PAUSE_MS = 350

interface PlaceInputProps {
  readonly id: string
  readonly text: string
  readonly placeholder: string
  readonly onType: (text: string) => void
  /** Called when a suggestion is chosen. */
  readonly onTake: (text: string) => void
}

interface Suggestions {
  readonly results: readonly { readonly display: string; readonly metaData?: { readonly regionType?: string } }[]
}

/** A text field for a place, with suggestions from the service when typing pauses. */
export function PlaceInput({ id, text, placeholder, onType, onTake }: PlaceInputProps) {
  const list = useId()
  const [typed, setTyped] = useState<string | undefined>()
  const suggested = useSuggestions(typed)
  const [active, setActive] = useState(-1)
  const box = useRef<HTMLDivElement>(null)
  const close = () => {
    setTyped(undefined)
    setActive(-1)
  }
  const take = (display: string) => {
    close()
    onTake(display)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && suggested.length > 0) {
      event.preventDefault()
      return close()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && suggested.length > 0) {
      event.preventDefault()
      setActive((active + step + suggested.length + 1) % (suggested.length + 1))
    }
    if (event.key !== 'Enter') return
    const taken = suggested[active]
    if (taken === undefined) return close()
    event.preventDefault()
    take(taken.display)
  }
  const isOpen = suggested.length > 0
  return (
    <div
      class="place"
      ref={box}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && box.current?.contains(relatedTarget))) close()
      }}
    >
      <input
        id={id}
        type="text"
        enterkeyhint="search"
        role="combobox"
        autocomplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-activedescendant={isOpen && active >= 0 ? `${list}-${active}` : undefined}
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          onType(value)
          setTyped(value)
          setActive(-1)
        }}
        onKeyDown={key}
      />
      <div class="suggestions" hidden={!isOpen}>
        <div role="listbox" id={list} aria-label="Suggestions">
          {suggested.map(({ display, metaData }, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys, as the ARIA pattern requires
            <div
              key={display}
              id={`${list}-${i}`}
              role="option"
              aria-selected={i === active}
              tabIndex={-1}
              onClick={() => take(display)}
            >
              <span>{display}</span>
              <small class="quiet">{metaData?.regionType ?? 'address'}</small>
            </div>
          ))}
        </div>
        <p class="quiet">Each lookup costs 1 credit</p>
      </div>
    </div>
  )
}

function useSuggestions(typed: string | undefined): Suggestions['results'] {
  const [suggested, setSuggested] = useState<Suggestions['results']>([])
  useEffect(() => {
    const wanted = typed?.trim() ?? ''
    if (wanted.length < LEAST_CHARACTERS) {
      setSuggested([])
      return undefined
    }
    const ending = new AbortController()
    const timer = setTimeout(() => {
      request<Suggestions>(queryOf('/autocomplete', { query: wanted }), ending.signal).then(
        ({ body }) => !ending.signal.aborted && setSuggested(body.results),
        () => {}, // the search itself shows what is wrong
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [typed])
  return suggested
}
