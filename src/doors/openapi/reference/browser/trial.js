import { copyButton, keep, make, recall } from './dom.js'
import { LANGUAGES } from './snippets.js'

/**
 * The form with which a user changes and sends the call of a page. It calls only this server, and only after a click.
 * The key is in a header. No link can fill in or send the form.
 */

/** The name under which the browser stores the key. The console uses the same name. */
const KEY = 'plat.key'

/** Longer bodies are shown only up to this number of characters. */
const MAX_CHARACTERS_SHOWN = 200_000

const SHOWN_HEADERS = [
  ['x-credits-cost', 'Credits spent'],
  ['x-credits-remaining', 'Credits left'],
  ['x-credits-over', 'Credits beyond the plan'],
  ['x-ignored-parameters', 'Ignored'],
  ['x-request-id', 'Request id'],
]

const request = document.querySelector('#request')
const room = document.querySelector('.trial')
if (request instanceof HTMLElement && room instanceof HTMLElement) begin(request, room)

/**
 * @param {HTMLElement} request
 * @param {HTMLElement} place
 */
function begin({ dataset }, place) {
  const { path = '', origin = '', keyHeader = '', price = '' } = dataset
  /** @type {readonly (readonly [string, string])[]} */
  const example = JSON.parse(dataset.query ?? '[]')
  const parameters = [...document.querySelectorAll('.parameter')].filter((one) => one instanceof HTMLElement)
  /** The values of the call by parameter, in the order in which they were added. */
  const values = new Map(example)
  let demoKey = ''

  const rows = make('div', { class: 'inputs' })
  const more = make('select', { 'aria-label': 'Add a parameter' })
  const keyField = make('input', {
    type: 'password',
    id: 'key',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'plat_…',
  })
  const keyNote = make('small', {}, 'The key stays in this tab.')
  const shows = make('input', { type: 'checkbox' })
  const send = make('button', { type: 'submit', class: 'button main' }, `Send · ${price}`)
  const result = make('div', { class: 'result', role: 'status' })

  const key = () => keyField.value.trim() || demoKey

  const write = () => {
    const query = [...values].filter(([, value]) => value !== '')
    const shown = demoKey !== '' && key() === demoKey ? demoKey : shows.checked && key() !== '' ? key() : undefined
    const asked = { origin, path, query, keyHeader: keyHeader || undefined, key: shown }
    for (const [language, text] of LANGUAGES) {
      const code = document.querySelector(`[data-language="${language}"] code`)
      if (code) code.textContent = text(asked)
    }
  }

  const draw = () => {
    rows.replaceChildren(
      ...[...values.keys()].map((name) =>
        inputRow(
          name,
          parameters.find(({ id }) => id === name),
        ),
      ),
    )
    const left = parameters.filter(({ id }) => !values.has(id))
    more.replaceChildren(
      make('option', { value: '' }, 'Add a parameter…'),
      ...left.map(({ id }) => make('option', { value: id }, id)),
    )
    more.hidden = left.length === 0
    for (const parameter of parameters) {
      const button = parameter.querySelector('button.use')
      if (button instanceof HTMLButtonElement) button.hidden = values.has(parameter.id)
    }
    write()
  }

  /**
   * @param {string} name
   * @param {HTMLElement | undefined} parameter
   */
  const inputRow = (name, parameter) => {
    const id = `value.${name}`
    const input = inputFor(id, parameter)
    give(input, values.get(name) ?? '')
    input.addEventListener('input', () => {
      values.set(name, input.value)
      write()
    })
    const remove = make('button', { type: 'button', class: 'icon-button remove', 'aria-label': `Remove ${name}` }, '×')
    remove.addEventListener('click', () => {
      values.delete(name)
      draw()
      more.focus()
    })
    const isNeeded = parameter?.dataset.required !== undefined
    return make(
      'div',
      { class: 'input' },
      make('label', { for: id }, make('code', {}, name)),
      input,
      ...(isNeeded ? [] : [remove]),
    )
  }

  /** @param {string} name */
  const add = (name) => {
    values.set(name, document.getElementById(name)?.dataset.example ?? '')
    draw()
    const input = document.getElementById(`value.${name}`)
    input?.focus()
    if (input instanceof HTMLInputElement) input.select()
  }

  for (const parameter of parameters) {
    const use = make(
      'button',
      { type: 'button', class: 'button small use', 'aria-label': `Use ${parameter.id} in the call` },
      'Use',
    )
    use.addEventListener('click', () => add(parameter.id))
    parameter.querySelector('h3')?.append(use)
  }
  more.addEventListener('change', () => add(more.value))
  shows.addEventListener('change', write)
  keyField.value = recall(KEY) ?? ''
  keyField.addEventListener('input', () => {
    keep('device', KEY, undefined) // deletes a key that the console stored on this device
    keep('tab', KEY, keyField.value.trim() || undefined)
    write()
  })

  const form = make(
    'form',
    { class: 'sheet' },
    ...(keyHeader === ''
      ? []
      : [make('div', { class: 'input' }, make('label', { for: 'key' }, 'Key ', keyNote), keyField)]),
    rows,
    more,
    make(
      'div',
      { class: 'act' },
      send,
      ...(keyHeader === '' ? [] : [make('label', { class: 'check' }, shows, 'Show my key in the code')]),
    ),
    result,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const query = new URLSearchParams([...values].filter(([, value]) => value !== '')).toString()
    send.disabled = true
    void ask(query === '' ? path : `${path}?${query}`, keyHeader, key())
      .then((told) => result.replaceChildren(...told))
      .finally(() => {
        send.disabled = false
      })
  })
  draw()
  place.append(form)
  place.hidden = false
  if (keyHeader !== '' && keyField.value === '') {
    void demo().then((given) => {
      demoKey = given
      if (given === '') return
      keyNote.textContent = 'The demo key is used unless you give one.'
      write()
    })
  }
}

/** Returns the demo key; an empty string if it does not work for this browser. */
async function demo() {
  try {
    const response = await fetch('/docs/key.json')
    return response.ok ? String((await response.json()).demoKey ?? '') : ''
  } catch {
    return ''
  }
}

/**
 * Returns the input or select element for a value.
 *
 * @param {string} id
 * @param {HTMLElement | undefined} parameter
 */
function inputFor(id, parameter) {
  const listed = [...(parameter?.querySelectorAll('.values code') ?? [])].map(({ textContent }) => textContent ?? '')
  const kind = parameter?.dataset.kind
  const values = kind === 'boolean' ? ['true', 'false'] : kind === 'array' ? [] : listed
  if (values.length > 0) return make('select', { id }, ...values.map((value) => make('option', { value }, value)))
  const mode = kind === 'integer' ? 'numeric' : kind === 'number' ? 'decimal' : 'text'
  return make('input', { id, type: 'text', inputmode: mode, autocomplete: 'off', spellcheck: 'false' })
}

/**
 * Sets the value of an input or select element. A select ignores letter case.
 *
 * @param {HTMLInputElement | HTMLSelectElement} input
 * @param {string} value
 */
function give(input, value) {
  input.value = value
  if (input.value === value || !(input instanceof HTMLSelectElement)) return
  const same = [...input.options].find((one) => one.value.toLowerCase() === value.toLowerCase())
  if (same === undefined) input.append(make('option', { value }, value))
  input.value = same?.value ?? value
}

/**
 * Sends the call, and returns the elements that show its answer.
 *
 * @param {string} address
 * @param {string} keyHeader
 * @param {string} key
 * @returns {Promise<readonly Node[]>}
 */
async function ask(address, keyHeader, key) {
  const beganMs = performance.now()
  try {
    const headers = keyHeader === '' || key === '' ? {} : { [keyHeader]: key }
    const response = await fetch(address, { headers, cache: 'no-store', credentials: 'omit', redirect: 'error' })
    const body = await response.text()
    return tell(response, body, performance.now() - beganMs)
  } catch {
    return [
      make(
        'p',
        { class: 'problem' },
        'The server does not answer. Check that it runs and that you have a network connection.',
      ),
    ]
  }
}

/**
 * @param {Response} response
 * @param {string} body
 * @param {number} tookMs
 */
function tell({ status, ok, headers }, body, tookMs) {
  const json = parsed(body)
  const shown = json === undefined ? body : JSON.stringify(json, null, 2)
  const length = `${new Intl.NumberFormat('en-US').format(Math.ceil(body.length / 1024))} KB`
  const headerRows = SHOWN_HEADERS.flatMap(([name = '', words = '']) => {
    const value = headers.get(name)
    return value === null ? [] : [make('dt', {}, words), make('dd', {}, value)]
  })
  const code = make('code', {}, shown.slice(0, MAX_CHARACTERS_SHOWN))
  return [
    make(
      'p',
      { class: 'told' },
      make('b', { class: ok ? 'status' : 'status bad' }, String(status)),
      ` ${Math.round(tookMs)} ms, ${length}`,
    ),
    ...(ok ? [] : problem(json)),
    make('dl', { class: 'headers' }, ...headerRows),
    make(
      'details',
      { class: 'fold sheet' },
      make('summary', {}, 'Headers'),
      make(
        'dl',
        { class: 'headers' },
        ...[...headers].flatMap(([name, value]) => [make('dt', {}, make('code', {}, name)), make('dd', {}, value)]),
      ),
    ),
    make(
      'details',
      { class: 'code sheet' },
      make('summary', {}, 'Body'),
      make(
        'div',
        { class: 'copied' },
        make('pre', { tabindex: '0' }, code),
        copyButton(() => shown),
      ),
      ...(shown.length > MAX_CHARACTERS_SHOWN
        ? [make('p', { class: 'soft' }, 'These are the first 200,000 characters. The button copies all of them.')]
        : []),
    ),
  ]
}

/**
 * @param {any} body usually a problem document, but a proxy may have answered
 */
function problem(body) {
  if (typeof body?.code !== 'string') return []
  /**
   * @type {{ detail?: string }[]} an error has its own detail only if there are several errors
   */
  const errors = body.errors ?? []
  return [
    make(
      'div',
      { class: 'problem' },
      make('p', {}, make('a', { href: `/docs/problems#${body.code}` }, make('code', {}, body.code)), ` ${body.title}`),
      ...(errors.length > 1 ? errors : [body]).map(({ detail }) => make('p', {}, String(detail))),
    ),
  ]
}

/** @param {string} body */
function parsed(body) {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
