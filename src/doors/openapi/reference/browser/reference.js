import { copyButton, keep, make, recall } from './dom.js'

/** The script of all reference pages: color theme, copy buttons, and the last chosen programming language. */

const THEME = 'plat.theme'
const LANGUAGE = 'plat.language'

/** The theme to which a click switches, for each theme. The console has the same order. */
const NEXT = /** @type {const} */ ({ system: 'light', light: 'dark', dark: 'system' })
const WORDS = { system: 'same as the system', light: 'light', dark: 'dark' }

const switcher = document.querySelector('button.theme')
if (switcher instanceof HTMLButtonElement) {
  const { dataset } = document.documentElement
  const chosen = () => (dataset.theme === 'light' || dataset.theme === 'dark' ? dataset.theme : 'system')
  const show = () => {
    switcher.ariaLabel = `Theme: ${WORDS[chosen()]}`
    switcher.title = switcher.ariaLabel
  }
  switcher.addEventListener('click', () => {
    const next = NEXT[chosen()]
    if (next === 'system') delete dataset.theme
    else dataset.theme = next
    keep('device', THEME, next)
    show()
  })
  show()
  switcher.hidden = false
}

for (const code of document.querySelectorAll('.code pre')) {
  const frame = make('div', { class: 'copied' })
  code.replaceWith(frame)
  frame.append(
    code,
    copyButton(() => code.textContent ?? ''),
  )
}

const languages = [...document.querySelectorAll('details[data-language]')].filter(
  (one) => one instanceof HTMLDetailsElement,
)
const last = languages.find(({ dataset }) => dataset.language === recall(LANGUAGE))
if (last) last.open = true // the browser then closes the other languages
for (const one of languages) {
  one.addEventListener('toggle', () => {
    if (one.open) keep('device', LANGUAGE, one.dataset.language)
  })
}

const side = document.querySelector('.side')
const current = side?.querySelector('[aria-current]')
if (side && current instanceof HTMLElement) {
  side.scrollTop = current.offsetTop - side.clientHeight / 2 // scrolls only the sidebar, not the page
}
