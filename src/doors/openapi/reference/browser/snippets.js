/**
 * Writes a call as code for a shell or a program. The server uses these functions for pages, and scripts use them when
 * a user changes the call.
 *
 * @typedef {object} Asked
 * @property {string} origin
 * @property {string} path
 * @property {readonly (readonly [name: string, value: string])[]} query
 * @property {string | undefined} keyHeader undefined if no key is needed
 * @property {string | undefined} key undefined to read the key from the environment
 * @property {string} [method] GET by default
 * @property {object} [body] sent as JSON
 */

/** The environment variable that contains the key. */
const VARIABLE = 'PLAT_API_KEY'

/** @param {Asked} asked */
export function curlOf({ origin, path, query, keyHeader, key, method, body }) {
  const secret = key === undefined ? `"${keyHeader}: $${VARIABLE}"` : inShell(`${keyHeader}: ${key}`)
  const words = [
    `curl ${query.length > 0 ? '-G ' : ''}${method === undefined ? '' : `-X ${method} `}${inShell(origin + path)}`,
    ...(keyHeader === undefined ? [] : [`-H ${secret}`]),
    ...query.map(([name, value]) => `--data-urlencode ${inShell(`${name}=${value}`)}`),
    ...(body === undefined ? [] : [`--json ${inShell(JSON.stringify(body))}`]),
  ]
  return words.join(' \\\n  ')
}

/** @param {Asked} asked */
function typeScriptOf({ origin, path, query, keyHeader, key }) {
  const pairs = query.map(([name, value]) => `  ${property(name)}: ${quoted(value)},`)
  const secret = key === undefined ? `process.env.${VARIABLE} ?? ''` : quoted(key)
  const options = keyHeader === undefined ? '' : `, { headers: { ${property(keyHeader)}: ${secret} } }`
  return [
    `const url = new URL(${quoted(origin + path)})`,
    ...(query.length > 0 ? ['url.search = new URLSearchParams({', ...pairs, '}).toString()'] : []),
    `const response = await fetch(url${options})`,
    'const answer = await response.json()',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is shown
    'if (!response.ok) throw new Error(`${answer.code}: ${answer.detail}`)',
    'console.log(answer)',
  ].join('\n')
}

/** @param {Asked} asked */
export function pythonOf({ origin, path, query, keyHeader, key }) {
  const pairs = query.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
  const readsVariable = keyHeader !== undefined && key === undefined
  const secret = key === undefined ? `os.environ["${VARIABLE}"]` : JSON.stringify(key)
  return [
    ...(readsVariable ? ['import os', ''] : []),
    'import requests',
    '',
    'response = requests.get(',
    `    ${JSON.stringify(origin + path)},`,
    ...(query.length > 0 ? ['    params={', ...pairs, '    },'] : []),
    ...(keyHeader === undefined ? [] : [`    headers={${JSON.stringify(keyHeader)}: ${secret}},`]),
    '    timeout=30,',
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ].join('\n')
}

/** @type {readonly (readonly [language: string, write: (asked: Asked) => string])[]} */
export const LANGUAGES = [
  ['curl', curlOf],
  ['TypeScript', typeScriptOf],
  ['Python', pythonOf],
]

/** @param {string} text */
function inShell(text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** @param {string} text */
export function quoted(text) {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** @param {string} name */
export function property(name) {
  return /^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)
}
