import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Fault } from '../../../kit/base/failure.ts'
import { programFile } from '../../../kit/base/program.ts'
import { quote } from '../../../kit/base/sentence.ts'
import { html, page } from '../../openapi/html.ts'
import { Content } from '../content/content.ts'
import { OriginContent } from '../content/origin-content.ts'
import type { Call } from '../request/call.ts'
import { once } from './documents.ts'
import type { OpenRoute, RoutesService } from './route.ts'

const PATH = '/clients'

/** Returns the routes of the packages of the clients, for npm and pip, and of a page that lists the packages. */
export function clientRoutes(service: RoutesService): readonly OpenRoute[] {
  const packages = once(readPackages)
  const list = once(() => new OriginContent((origin) => listOf([...packages().keys()], origin)))
  const content = (call: Call) => {
    const name = call.rawPath.slice(PATH.length + 1)
    if (packages().size === 0)
      throw new Fault(
        'route.unknown',
        'This service has no client packages, because Plat was not built: run npm run build.',
      )
    if (name === '') return list().at(service.originOf(call))
    const file = packages().get(name)
    if (file !== undefined) return file
    throw new Fault('route.unknown', `There is no client package ${quote(name)}. ${PATH} lists all packages.`)
  }
  return [PATH, `${PATH}/`].map((path) => ({ kind: 'open', path, content }))
}

function readPackages(): ReadonlyMap<string, Content> {
  const folder = programFile('clients/')
  const names = existsSync(folder) ? readdirSync(fileURLToPath(folder)) : []
  return new Map(
    names.map((name) => [name, new Content('application/octet-stream', readFileSync(new URL(name, folder)))]),
  )
}

function listOf(names: readonly string[], origin: string): Content {
  const rows = names.map((name) => {
    const [command, language] = name.endsWith('.whl')
      ? ['pip install', 'Python']
      : ['npm install', 'TypeScript and JavaScript']
    const url = `${origin}${PATH}/${name}`
    return html`<h2>${language}</h2>
<pre>${command} ${url}</pre>
<p><a href="${url}">${name}</a></p>`
  })
  return Content.html(
    page(
      'Clients of this service',
      html`${rows}
<p><a href="/docs">All operations</a></p>`,
    ),
  )
}
