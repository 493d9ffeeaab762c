/**
 * An element with its attributes and what is in it. Texts stay texts: nothing becomes markup.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Readonly<Record<string, string | boolean>>} attributes `true` is an attribute without a value
 * @param {readonly (Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children)
  return element
}

/**
 * @param {string} name
 * @returns {string | undefined}
 */
export function recall(name) {
  try {
    return sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/**
 * A browser may forbid storage: then what is kept lasts as long as the page.
 *
 * @param {'tab' | 'device'} where
 * @param {string} name
 * @param {string | undefined} value
 */
export function keep(where, name, value) {
  try {
    const storage = where === 'tab' ? sessionStorage : localStorage
    if (value === undefined) storage.removeItem(name)
    else storage.setItem(name, value)
  } catch {
    // A browser may forbid storage.
  }
}

/**
 * A button that copies what `text` tells, and says so.
 *
 * @param {() => string} text
 */
export function copyButton(text) {
  const button = make('button', { type: 'button', class: 'button small copy' }, 'Copy')
  /** @param {string} outcome */
  const say = (outcome) => {
    button.textContent = outcome
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  }
  button.addEventListener('click', () => {
    // Without TLS, browsers offer no clipboard.
    const written = navigator.clipboard?.writeText(text()) ?? Promise.reject(new Error('no clipboard'))
    written.then(
      () => say('Copied'),
      () => say('Not allowed'),
    )
  })
  return button
}
