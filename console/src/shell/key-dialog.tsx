import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { count } from '../parts/format.ts'
import { toast } from '../parts/toast.tsx'
import { again } from '../service/connection.ts'
import type { Facts } from '../service/facts.ts'
import { forgetKey, keepKey, keyPrompt, ownKey } from '../service/key.ts'
import { Problem } from '../service/problem.ts'
import { queryOf } from '../service/query.ts'
import { credits, requestWith } from '../service/request.ts'
import { useStore } from '../service/store.ts'

/** A button that shows which key is in use and how many credits it has left. */
export function KeyChip({ service }: { service: Facts | undefined }) {
  const own = useStore(ownKey)
  const left = useStore(credits)?.left
  const name = own !== undefined ? 'Your key' : service?.demoKey ? 'Demo key' : 'Enter key'
  return (
    <button type="button" class="key-chip" onClick={() => keyPrompt.set({})} aria-haspopup="dialog">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M7.5 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11.5 12H21v3.5M17 12v3" />
      </svg>
      <span class="key-name">{name}</span>
      {left !== undefined && <span class="key-left">{count(left)} credits</span>}
    </button>
  )
}

/** A dialog to enter or change the key. It opens by itself if there is no valid key. */
export function KeyDialog({ service }: { service: Facts | undefined }) {
  const asked = useStore(keyPrompt)
  const own = useStore(ownKey)
  const [text, setText] = useState('')
  const [keeps, setKeeps] = useState(false)
  const [isTrying, setTrying] = useState(false)
  const [refusal, setRefusal] = useState<string | undefined>()
  if (asked === undefined) return null

  const close = () => {
    keyPrompt.set(undefined)
    setText('')
    setRefusal(undefined)
  }
  const change = () => {
    credits.set(undefined)
    close()
  }
  const tryKey = async (event: Event) => {
    event.preventDefault()
    const key = text.trim()
    if (key === '') return setRefusal('Enter a key. To create one, run ./plat keys create.')
    setTrying(true)
    try {
      await requestWith(queryOf('/myping'), key)
      if (key === own) again() // a changed key triggers the requests by itself
      keepKey(key, keeps)
      change()
      toast('The key works.')
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error))
    } finally {
      setTrying(false)
    }
  }
  const says = refusal ?? sentenceOf(asked.refusal)
  return (
    <Dialog title="API key" onClose={close}>
      <form onSubmit={(event) => void tryKey(event)} class="stack">
        <p class="quiet">
          Each search is charged to a key. Your key stays in this browser and is sent only to this service.
        </p>
        <Field label="Key" {...(says !== undefined && { problem: says })}>
          {(id, described) => (
            <input
              id={id}
              aria-describedby={described}
              aria-invalid={says !== undefined}
              type="password"
              autocomplete="off"
              spellcheck={false}
              placeholder="plat_…"
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
        </Field>
        <label class="check">
          <input type="checkbox" checked={keeps} onChange={({ currentTarget }) => setKeeps(currentTarget.checked)} />
          <span>Remember this key on this device. Otherwise it is forgotten when you close the tab.</span>
        </label>
        <div class="row end">
          {own !== undefined && (
            <Button
              onClick={() => {
                forgetKey()
                change()
              }}
            >
              {service?.demoKey ? 'Use the demo key' : 'Forget the key'}
            </Button>
          )}
          <Button kind="main" type="submit" disabled={isTrying}>
            Use this key
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function sentenceOf(refusal: Problem | undefined): string | undefined {
  return refusal instanceof Problem ? refusal.message : undefined
}
