import { type Query, sentParams, targetOf } from './query.ts'

/** Where a request goes, and with which key. */
export interface Target {
  readonly origin: string
  readonly keyHeader: string
  /** Undefined: the code reads it from the environment. */
  readonly key: string | undefined
}

/** A call as an agent makes it at /mcp. */
export interface AgentCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

const VARIABLE = 'PLAT_KEY'

/** Each is the whole request: pasted, it runs. */
export function curlOf(query: Query, { origin, keyHeader, key }: Target): string {
  return `curl -H "${keyHeader}: ${key ?? `$${VARIABLE}`}" '${origin}${targetOf(query)}'`
}

export function typescriptOf(query: Query, { origin, keyHeader, key }: Target): string {
  const secret = key === undefined ? `process.env.${VARIABLE} ?? ''` : quoted(key)
  const sent = sentParams(query)
  const search = sent.length === 0 ? [] : [`url.search = new URLSearchParams({`, ...pairs(sent), '}).toString()']
  return [
    `const url = new URL(${quoted(origin + query.path)})`,
    ...search,
    `const response = await fetch(url, { headers: { ${quoted(keyHeader)}: ${secret} } })`,
    'const answer = await response.json()',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is shown
    'if (!response.ok) throw new Error(`${response.status}: ${answer.detail}`)',
    'console.log(answer)',
  ].join('\n')
}

export function pythonOf(query: Query, { origin, keyHeader, key }: Target): string {
  const secret = key === undefined ? `os.environ["${VARIABLE}"]` : JSON.stringify(key)
  const sent = sentParams(query)
  return [
    ...(key === undefined ? ['import os', ''] : []),
    'import requests',
    '',
    'response = requests.get(',
    `    ${JSON.stringify(origin + query.path)},`,
    ...(sent.length === 0
      ? []
      : ['    params={', ...sent.map(([n, t]) => `        ${JSON.stringify(n)}: ${JSON.stringify(t)},`), '    },']),
    `    headers={${JSON.stringify(keyHeader)}: ${secret}},`,
    '    timeout=30,',
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ].join('\n')
}

export function agentOf({ name, arguments: given }: AgentCall): string {
  const told = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''))
  return JSON.stringify({ name, arguments: told }, null, 2)
}

function pairs(sent: ReturnType<typeof sentParams>): string[] {
  return sent.map(([name, text]) => `  ${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: ${quoted(text)},`)
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
