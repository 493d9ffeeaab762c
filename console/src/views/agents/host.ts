/** The MCP Apps revision of the messages exchanged with the host's page. */
const REVISION = '2026-01-26'

/** A tool's answer in the form in which the host sends it. */
export interface ToolResult {
  readonly isError?: boolean
  readonly content?: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** The keys of the host's first message that this page reads. */
interface Welcome {
  readonly hostContext?: HostContext
  readonly hostCapabilities?: {
    readonly message?: object
    readonly sandbox?: { readonly csp?: { readonly resourceDomains?: readonly string[] } }
  }
}

interface HostContext {
  readonly theme?: 'light' | 'dark'
}

interface Message {
  readonly jsonrpc?: unknown
  readonly id?: string | number
  readonly method?: string
  readonly params?: object
  readonly result?: object
}

interface Hears {
  onResult(result: ToolResult): void
  onTheme(theme: 'light' | 'dark'): void
  /** Called first, with the origins from which the host allows pictures. */
  onPictureOrigins(origins: readonly string[]): void
}

/**
 * The connection to the host: the page around this one. The view talks to nobody else, and loads only what the host
 * allows.
 */
export class Host {
  readonly #hears: Hears
  readonly #answers = new Map<string | number, (result: object) => void>()
  #asked = 0

  constructor(hears: Hears) {
    this.#hears = hears
    window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
      if (source !== window.parent || typeof data !== 'object' || data === null) return
      if ('jsonrpc' in data && data.jsonrpc === '2.0') this.#hear(data)
    })
  }

  /** Performs the handshake, then reports the height of the page whenever it changes. */
  async begin(): Promise<void> {
    const appInfo = { name: 'plat', title: 'Plat', version: '1' }
    const params = { appInfo, appCapabilities: { availableDisplayModes: ['inline'] }, protocolVersion: REVISION }
    // the protocol declares this type
    const { hostContext, hostCapabilities } = (await this.#ask('ui/initialize', params)) as Welcome
    this.#hears.onPictureOrigins(hostCapabilities?.sandbox?.csp?.resourceDomains ?? [])
    this.#dress(hostContext)
    this.#send({ method: 'ui/notifications/initialized', params: {} })
    const root = document.documentElement
    new ResizeObserver(() => {
      const { width, height } = root.getBoundingClientRect()
      this.#send({
        method: 'ui/notifications/size-changed',
        params: { width: Math.ceil(width), height: Math.ceil(height) },
      })
    }).observe(root)
  }

  /** Sends a message to the conversation on behalf of the person. The host may ask the person first. */
  say(text: string): void {
    void this.#ask('ui/message', { role: 'user', content: [{ type: 'text', text }] })
  }

  #hear({ id, method, params = {}, result }: Message): void {
    if (method === undefined) {
      if (id === undefined) return
      this.#answers.get(id)?.(result ?? {})
      this.#answers.delete(id)
    } else if (method === 'ui/notifications/tool-result') this.#hears.onResult(params)
    else if (method === 'ui/notifications/host-context-changed') this.#dress(params)
    else if (id !== undefined) this.#send({ id, result: {} }) // a ping or a request to shut down
  }

  #dress(context: HostContext | undefined): void {
    if (context?.theme === 'light' || context?.theme === 'dark') this.#hears.onTheme(context.theme)
  }

  #ask(method: string, params: object): Promise<object> {
    this.#asked += 1
    const id = this.#asked
    this.#send({ id, method, params })
    return new Promise((resolve) => this.#answers.set(id, resolve))
  }

  /** Sends a message to the host's page, whatever its origin: messages contain nothing secret. */
  #send(message: Message): void {
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  }
}
