import { make } from './dom.js'

/**
 * Search for operations, parameters and failures. The index is loaded when the field is first used.
 *
 * @typedef {{ name: string, of?: string, says: string, address: string }} Row
 */

const MAX_ROWS_SHOWN = 30

const field = document.querySelector('#find')
const list = document.querySelector('#found')
const frame = document.querySelector('.find')

const here = document.querySelector('#request')?.getAttribute('data-path')

/** @type {Promise<readonly Row[]> | undefined} */
let loading

function rows() {
  loading ??= fetch('/docs/search.json').then((response) => {
    if (!response.ok) throw new Error(`status ${response.status}`)
    return response.json()
  })
  loading.catch(() => {
    loading = undefined // lets the next input load the index again
  })
  return loading
}

/**
 * Returns how well a row matches the words; 0 if a word is missing.
 *
 * @param {Row} row
 * @param {readonly string[]} words
 */
function fit({ name, of = '', says }, words) {
  const [own, near, far] = [name.toLowerCase(), of.toLowerCase(), says.toLowerCase()]
  let sum = 0
  for (const word of words) {
    if (own === word || own === `/${word}`) sum += 12
    else if (own.startsWith(word) || own.startsWith(`/${word}`)) sum += 8
    else if (own.split(/[/_.]/).some((part) => part.startsWith(word))) sum += 6
    else if (own.includes(word)) sum += 4
    else if (near.includes(word)) sum += 2
    else if (far.includes(word)) sum += 1
    else return 0
  }
  return sum + (of === '' ? 1 : 0)
}

/**
 * Returns the rows that match the entered text best. A parameter of several operations is one row, which links to this
 * page's operation if possible.
 *
 * @param {readonly Row[]} all
 * @param {string} text
 */
function bestRows(all, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const ranked = all
    .map((row) => ({ row, sum: fit(row, words) }))
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => b.sum - a.sum || Number(b.row.of === here) - Number(a.row.of === here))
  /** @type {Map<string, Row & { others: number }>} */
  const merged = new Map()
  for (const { row } of ranked) {
    const same = `${row.name} ${row.of === undefined} ${row.says}`
    const equal = merged.get(same)
    if (equal) equal.others += 1
    else merged.set(same, { ...row, others: 0 })
  }
  return [...merged.values()].slice(0, MAX_ROWS_SHOWN)
}

if (field instanceof HTMLInputElement && list instanceof HTMLElement && frame instanceof HTMLElement) {
  let chosen = -1

  const options = () => [...list.querySelectorAll('a')]

  /** @param {number} index */
  const choose = (index) => {
    const all = options()
    chosen = all.length === 0 ? -1 : (index + all.length) % all.length
    for (const [i, option] of all.entries()) option.ariaSelected = String(i === chosen)
    const option = all[chosen]
    option?.scrollIntoView({ block: 'nearest' })
    if (option) field.setAttribute('aria-activedescendant', option.id)
    else field.removeAttribute('aria-activedescendant')
  }

  const close = () => {
    list.hidden = true
    field.ariaExpanded = 'false'
    chosen = -1
  }

  /** @param {readonly (Node | string)[]} children */
  const show = (children) => {
    list.replaceChildren(...children)
    list.hidden = false
    field.ariaExpanded = 'true'
    choose(0)
  }

  const look = async () => {
    const text = field.value
    if (text.trim() === '') return close()
    try {
      const hits = bestRows(await rows(), text)
      if (text !== field.value) return // the user has typed more
      show(
        hits.length > 0
          ? hits.map(rowFor)
          : [make('li', { class: 'nothing' }, 'No results contain all of these words.')],
      )
    } catch {
      show([make('li', { class: 'nothing' }, 'The server does not answer. Try again.')])
    }
  }

  field.addEventListener('focus', () => void rows().catch(() => {})) // an error is shown only when the user types
  field.addEventListener('input', () => void look())
  field.addEventListener('keydown', (event) => {
    const { key } = event
    if (key === 'ArrowDown') choose(chosen + 1)
    else if (key === 'ArrowUp') choose(chosen - 1)
    else if (key === 'Enter') options()[chosen]?.click()
    else if (key === 'Escape') {
      field.value = ''
      close()
      field.blur()
    } else return
    event.preventDefault()
  })
  list.addEventListener('click', close)
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !frame.contains(target)) close()
  })
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    const types = target instanceof HTMLElement && target.matches('input, select, textarea')
    if (key !== '/' || types || ctrlKey || metaKey || altKey) return
    event.preventDefault()
    field.focus()
    field.select()
  })
  frame.hidden = false
}

/**
 * @param {Row & { others: number }} row
 * @param {number} index
 */
function rowFor({ name, of, says, address, others }, index) {
  return make(
    'li',
    { role: 'presentation' },
    make(
      'a',
      { href: address, role: 'option', id: `found-${index}`, tabindex: '-1' },
      make('code', {}, name),
      ...(of === undefined ? [] : [make('small', {}, ` in ${of}${others > 0 ? ` and ${others} more` : ''}`)]),
      make('span', {}, says.replaceAll('`', '')),
    ),
  )
}
