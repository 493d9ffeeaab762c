/** Markup that needs no escaping in a page. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Html[]

/** Fills a template. Escapes all values except `Html`. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(strings.reduce((text, part, index) => text + markup(values[index - 1] ?? '') + part))
}

/** Converts text to markup. Text in backticks becomes code. */
export function prose(text: string): Html {
  return new Html(escapeText(text).replace(/`([^`]+)`/g, '<code>$1</code>'))
}

function markup(value: Part): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map((part) => part.text).join('')
  return escapeText(String(value))
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

const STYLE = new Html(`
  :root { color-scheme: light dark; background: light-dark(#fff, #121212); }
  a { color: light-dark(#0645ad, #9db8ff); }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  code, pre { font: 14px/1.5 ui-monospace, monospace; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #8884; }
  h2 { margin-top: 2.5rem; } h3 { margin: 2rem 0 .25rem; } h3 code { font-size: 1rem; }
  :target { background: #ff03; } .quiet { opacity: .7; }
`)

/** Returns a complete page without scripts, fonts or pictures. */
export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${STYLE}</style></head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text
}
