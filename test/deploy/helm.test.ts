import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { programVersion } from '../../src/kit/base/program.ts'
import { OPTION_NAMES, variableOf } from '../../src/kit/base/settings.ts'
import { ROOT } from '../e2e/program.ts'

/** Renders the Helm chart with as much of its template language as the chart uses. Helm itself is not needed. */

const CHART = join(ROOT, 'deploy/helm')
const TEMPLATE = readFileSync(join(CHART, 'templates/plat.yaml'), 'utf8')
const VALUES = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Record<string, unknown>

type Scope = Readonly<Record<string, unknown>>
interface Resource {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly replicas?: number
    readonly ports?: readonly { readonly targetPort: string }[]
    readonly template?: { readonly spec: Pod }
    readonly volumeClaimTemplates?: readonly object[]
    readonly rules?: readonly { readonly host: string }[]
  }
}
interface Pod {
  readonly enableServiceLinks: boolean
  readonly terminationGracePeriodSeconds: number
  readonly securityContext: object
  readonly volumes: readonly { readonly name: string }[]
  readonly containers: readonly {
    readonly image: string
    readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[]
    readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
    readonly resources: object
    readonly volumeMounts: readonly { readonly name: string }[]
  }[]
}

function render(values: Record<string, unknown>): readonly Resource[] {
  const scope = { Release: { Name: 'homes' }, Values: { ...VALUES, ...values } }
  const parts = TEMPLATE.split(/(?:\s*\{\{-|\{\{)\s*(.*?)\s*\}\}/)
  const [text, rest] = filled(parts, 0, scope)
  assert.equal(rest, parts.length, 'every block has an end')
  return parseAllDocuments(text).map((document) => {
    assert.deepEqual(document.errors, [])
    return document.toJS() as Resource
  })
}

/** Fills the template from a part on, up to the end of its block. Returns the text and the part after the block. */
function filled(parts: readonly string[], from: number, scope: Scope): readonly [text: string, next: number] {
  let text = parts[from] ?? ''
  for (let at = from + 1; at < parts.length; at += 2) {
    const action = parts[at] ?? ''
    const [word, ...words] = action.split(/\s+/)
    if (word === 'end' || word === 'else') return [text, at]
    if (word === 'if') {
      const isTrue = Boolean(valueAt(words.at(-1) ?? '', scope)) !== (words[0] === 'not')
      const [yes, end] = filled(parts, at + 1, scope)
      const [no, last] = parts[end] === 'else' ? filled(parts, end + 1, scope) : ['', end]
      text += isTrue ? yes : no
      at = last
    } else if (word === 'range') {
      const entries = Object.entries(valueAt(words.at(-1) ?? '', scope) as object)
      let [, end] = filled(parts, at + 1, { ...scope, $name: '', $value: '' })
      for (const [$name, $value] of entries) {
        const [one, last] = filled(parts, at + 1, { ...scope, $name, $value })
        text += one
        end = last
      }
      at = end
    } else text += printed(action, scope)
    text += parts[at + 1] ?? ''
  }
  return [text, parts.length]
}

function printed(action: string, scope: Scope): string {
  const [, path = ''] = /^toYaml (\S+) \| nindent 12$/.exec(action) ?? []
  if (path !== '') return `\n${stringify(valueAt(path, scope)).trimEnd()}`.replaceAll('\n', `\n${' '.repeat(12)}`)
  const [, quoted] = /^(\S+) \| quote$/.exec(action) ?? []
  if (quoted !== undefined) return JSON.stringify(String(valueAt(quoted, scope)))
  assert.match(action, /^[.$]\S+$/)
  return String(valueAt(action, scope))
}

function valueAt(path: string, scope: Scope): unknown {
  let value: unknown = scope
  for (const step of path.replace(/^\./, '').split('.')) {
    assert.ok(value !== null && typeof value === 'object' && step in value, `${path} is no value of the chart`)
    value = (value as Scope)[step]
  }
  return value
}

function podOf(resources: readonly Resource[]) {
  const { spec } = resources.find(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet') ?? {}
  const pod = spec?.template?.spec
  const container = pod?.containers[0]
  assert.ok(spec && pod && container)
  return { spec, pod, container }
}

test('without a database, the chart runs one pod with a volume', () => {
  const made = render({})
  assert.deepEqual(
    made.map(({ kind }) => kind),
    ['Service', 'StatefulSet'],
  )
  const { spec, pod, container } = podOf(made)
  assert.equal(spec.replicas, 1)
  assert.equal(spec.volumeClaimTemplates?.length, 1)
  assert.deepEqual(container.resources, VALUES.resources)
  assert.deepEqual(container.volumeMounts.map(({ name }) => name).sort(), ['data', 'tmp'])
  assert.equal(pod.enableServiceLinks, false)
  assert.ok(pod.terminationGracePeriodSeconds > 10)
  assert.ok(container.ports.some(({ name }) => name === made[0]?.spec.ports?.[0]?.targetPort))
})

test('with a database, the chart runs several pods without a volume, and knows the host name of its ingress', () => {
  const made = render({
    database: { secret: 'db', key: 'url' },
    ingress: { host: 'homes.example', class: 'nginx', tlsSecret: 'cert' },
    settings: { PLAT_ACCESS_LOG: 0.01 },
  })
  assert.deepEqual(
    made.map(({ kind }) => kind),
    ['Service', 'Deployment', 'PodDisruptionBudget', 'Ingress'],
  )
  const { spec, pod, container } = podOf(made)
  assert.equal(spec.replicas, 2)
  assert.equal(spec.volumeClaimTemplates, undefined)
  assert.deepEqual(pod.volumes.map(({ name }) => name).sort(), ['data', 'tmp'])
  const settings = Object.fromEntries(container.env.map(({ name, value, valueFrom }) => [name, value ?? valueFrom]))
  assert.deepEqual(settings.PLAT_DATABASE_URL, { secretKeyRef: { name: 'db', key: 'url' } })
  assert.equal(settings.PLAT_ACCESS_LOG, '0.01')
  assert.equal(settings.PLAT_PUBLIC_NAME, 'homes.example')
  assert.equal(made.at(-1)?.spec.rules?.[0]?.host, 'homes.example')
  const variables = new Set(OPTION_NAMES.map(variableOf))
  for (const name of Object.keys(settings)) assert.ok(variables.has(name), name)
})

test('the chart and its image have the version of the program', () => {
  const { version, appVersion } = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as Record<string, string>
  assert.deepEqual(
    [version, appVersion, podOf(render({})).container.image],
    [programVersion(), programVersion(), `plat:${programVersion()}`],
  )
})
