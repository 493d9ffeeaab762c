/**
 * Makes an element with attributes and children. Strings become text nodes, never markup.
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
 * Stores a value in the tab or on the device. Does nothing if the browser forbids storage.
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
    // Browsers can forbid storage.
  }
}

/**
 * Makes a button that copies the result of `text` to the clipboard.
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
    // Without TLS, browsers give no access to the clipboard.
    const written = navigator.clipboard?.writeText(text()) ?? Promise.reject(new Error('no clipboard'))
    written.then(
      () => say('Copied'),
      () => say('Not allowed'),
    )
  })
  return button
}
