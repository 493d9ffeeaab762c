import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { KeyRow, KeyRowLimits } from '../../../../src/running/operating/pages.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { queryOf } from '../../service/query.ts'
import { requestOpenly } from '../../service/request.ts'

/** A change that an operator makes to a key. */
export type KeyAction =
  | { readonly kind: 'create' }
  | { readonly kind: 'limits' | 'rotate' | 'revoke'; readonly row: KeyRow }

interface Changed {
  readonly keyId: string
  /** The secret of a key that was created or rotated. */
  readonly key?: string
}

interface DialogProps {
  readonly action: KeyAction
  readonly plans: readonly string[]
  /** Called when the dialog closes. The list of keys may have changed. */
  readonly onClose: () => void
}

const TITLES = { create: 'New key', limits: 'Limits of', rotate: 'New secret for', revoke: 'Revoke' } as const
const VERBS = { create: 'Create key', limits: 'Set limits', rotate: 'Make new secret', revoke: 'Revoke' } as const

/** A dialog for one change to a key. After creating or rotating a key, it shows the secret once. */
export function KeyActionDialog({ action, plans, onClose }: DialogProps) {
  const [form, setForm] = useState<Readonly<Record<string, string>>>(() => beginningOf(action, plans))
  const [secret, setSecret] = useState<string | undefined>()
  const [problem, setProblem] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    try {
      const path = action.kind === 'create' ? '' : `/${action.row.keyId}/${action.kind}`
      const body = Object.fromEntries(Object.entries(form).filter(([, value]) => value.trim() !== ''))
      const sent = { method: 'POST', body } as const
      const { key } = (await requestOpenly<Changed>(queryOf(`/operator/keys${path}`), undefined, sent)).body
      if (key === undefined) onClose()
      else setSecret(key)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const fields: FieldsProps = { form, set: (name, value) => setForm({ ...form, [name]: value }) }
  const title =
    action.kind === 'create' ? TITLES.create : `${TITLES[action.kind]} ${action.row.label || action.row.keyId}`
  if (secret !== undefined) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        {action.kind === 'create' && (
          <>
            <Choice
              label="Plan"
              chosen={form.plan ?? ''}
              choices={Object.fromEntries(plans.map((plan) => [plan, plan]))}
              onChoose={(plan) => fields.set('plan', plan)}
            />
            <Line name="label" label="Owner" hint="The list and the logs show it." {...fields} />
            <Line name="expires" label="Last day" hint="As YYYY-MM-DD, in UTC. Empty: no end." {...fields} />
          </>
        )}
        {action.kind === 'rotate' && (
          <Line
            name="overlap"
            label="The old secret works for"
            hint="0, or a time such as 90m, 24h or 7d."
            {...fields}
          />
        )}
        {action.kind === 'revoke' && <p>The key and its saved searches end for good, within a second.</p>}
        {(action.kind === 'create' || action.kind === 'limits') && <LimitFields {...fields} />}
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="row end">
          <Button kind="main" type="submit" isBusy={isBusy}>
            {VERBS[action.kind]}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  readonly form: Readonly<Record<string, string>>
  readonly set: (name: string, value: string) => void
}

function LimitFields(fields: FieldsProps): ComponentChildren {
  return (
    <>
      <Line name="operations" label="Only these operations" hint="Such as /search,/pro. Empty: all." {...fields} />
      <Line name="places" label="Only homes in these places" hint="Such as Seattle, WA; King County, WA." {...fields} />
      <Line name="origins" label="Only in these web pages" hint="Such as https://homes.example." {...fields} />
      <Line name="addresses" label="Only from these addresses" hint="Such as 203.0.113.0/24." {...fields} />
      <Line
        name="purpose"
        label="Purpose"
        hint="What the key needs data about people for. Some plans ask."
        {...fields}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={fields.form.readOnly === 'true'}
          onChange={({ currentTarget }) => fields.set('readOnly', String(currentTarget.checked))}
        />
        <span>Can only read: no changes of saved searches, webhooks or keys.</span>
      </label>
    </>
  )
}

function Line({ name, label, hint, form, set }: FieldsProps & { name: string; label: string; hint: string }) {
  return (
    <Field label={label} hint={hint}>
      {(id, described) => (
        <input
          id={id}
          aria-describedby={described}
          autocomplete="off"
          value={form[name] ?? ''}
          onInput={({ currentTarget }) => set(name, currentTarget.value)}
        />
      )}
    </Field>
  )
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title="Save this key now" onClose={onClose}>
      <div class="stack">
        <p>It cannot be shown again.</p>
        <code class="secret">{secret}</code>
        <div class="row end">
          <Button onClick={() => void navigator.clipboard.writeText(secret)}>Copy</Button>
          <Button kind="main" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function beginningOf(action: KeyAction, plans: readonly string[]): Readonly<Record<string, string>> {
  if (action.kind === 'create') return { plan: plans[0] ?? '' }
  if (action.kind === 'rotate') return { overlap: '24h' }
  return action.kind === 'limits' ? writtenLimits(action.row.limits ?? {}) : {}
}

function writtenLimits({ origins, addresses, operations, places, isReadOnly = false, purpose = '' }: KeyRowLimits) {
  return {
    origins: origins?.join(', ') ?? '',
    addresses: addresses?.join(', ') ?? '',
    operations: operations?.join(', ') ?? '',
    places: places?.join('; ') ?? '',
    readOnly: String(isReadOnly),
    purpose,
  }
}
