import type { Account } from '../../src/access/access.ts'
import { Call } from '../../src/http/call.ts'
import { Content } from '../../src/http/content.ts'
import { dispatch } from '../../src/http/dispatch.ts'
import { decodeQuery } from '../../src/http/query.ts'
import { complete, granted, represent } from '../../src/http/respond.ts'
import type { KeyedRoute } from '../../src/http/routes.ts'
import type { Service } from '../../src/http/service.ts'
import { type Parameters, type Parsed, parse } from '../../src/params/index.ts'
import type { Arrived } from './arrived.ts'

/** One request, with what the stages before the last make of it. */
export interface Prepared {
  readonly arrived: Arrived
  readonly call: Call
  readonly route: KeyedRoute
  readonly account: Account
  readonly read: Parsed<Parameters>
  readonly answer: object
}

/** A part of the life of a request, timed by itself; the most that it may take, in microseconds. */
export interface Stage {
  readonly name: string
  readonly most: { readonly lookUp: number; readonly search: number }
  run(prepared: Prepared): unknown
}

/** In the order of `live` in http/dispatch.ts; what they leave over is that function itself and its awaits. */
export function stagesOf(service: Service): readonly Stage[] {
  const { access, context } = service.backend
  const seal = (text: string) => context.catalog.seal(text)
  return [
    {
      name: 'request, route',
      most: { lookUp: 1, search: 1 },
      run: ({ arrived }) => {
        const call = callOf(arrived, service)
        call.refuseMalformed()
        return service.routeOf(call)
      },
    },
    {
      name: 'key',
      most: { lookUp: 2.5, search: 2.5 },
      run: ({ call }) => access.admit(service.keysOf(call)[0], call.loopback),
    },
    {
      name: 'parameters',
      most: { lookUp: 1, search: 8 },
      run: ({ route, call }) => parse(route.parameters, route.rules, decodeQuery(call.rawQuery), service.handling),
    },
    {
      name: 'rate and credits',
      most: { lookUp: 1.5, search: 1.5 },
      run: async ({ account, route: { path }, call }) => {
        granted(access.missesTooMany(account))
        granted(access.enter(account))
        await access.settle(granted(await access.reserve(account, path, 1, call.question)))
        access.leave(account)
      },
    },
    {
      name: 'run: places, conditions, head',
      most: { lookUp: 0.5, search: 8 },
      run: ({ route, read }) => route.run(read, context, { credits: 0 }),
    },
    {
      name: 'body, tag',
      most: { lookUp: 3, search: 2 },
      run: ({ answer, route, call }) =>
        Content.answer(answer, [], service.answers.asked(route, call, 'normal')?.tag, seal).etag(undefined),
    },
    {
      name: 'headers',
      most: { lookUp: 1, search: 1 },
      run: async ({ account, call }) => {
        const rate = access.rate(account)
        const visit = { access, account, rate, credits: 1, remaining: 1000, dataVersion: '1' }
        return complete(await represent(EMPTY, call), call, visit, service)
      },
    },
    {
      name: 'whole',
      most: { lookUp: 15, search: 30 },
      run: async ({ arrived }) => {
        const { status } = await dispatch(callOf(arrived, service), service)
        if (status !== 200) throw new Error(`${arrived.url} was answered with ${status}`)
      },
    },
  ]
}

/** Its tag is made once. */
const EMPTY = Content.json({})

export async function prepared(arrived: Arrived, service: Service): Promise<Prepared> {
  const { access, context } = service.backend
  const call = callOf(arrived, service)
  const route = service.routeOf(call)
  if (route.kind !== 'keyed') throw new Error(`${route.path} is no operation`)
  const account = granted(await access.admit(service.keysOf(call)[0], call.loopback))
  const read = parse(route.parameters, route.rules, decodeQuery(call.rawQuery), 'strict')
  return { arrived, call, route, account, read, answer: await route.run(read, context, { credits: 0 }) }
}

function callOf({ request, response, url }: Arrived, service: Service): Call {
  return new Call(request, response, url, 'A', service.makeRequestId)
}
