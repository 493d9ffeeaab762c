import { type JSONRPCRequest, type Result, Server, type ServerContext } from '@modelcontextprotocol/server'
import { at, isFields } from './json.ts'

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/** An MCP server that also accepts tool arguments that are not an object, such as JSON text. Tools parse them. */
export class LenientServer extends Server {
  // oxlint-disable-next-line eslint/no-underscore-dangle -- the library's name for a method that subclasses may override
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    // oxlint-disable-next-line eslint/no-underscore-dangle -- the library's name
    const wrapped = super._wrapHandler(method, handler)
    return method === 'tools/call' ? (request, context) => wrapped(withObject(request), context) : wrapped
  }
}

function withObject(request: JSONRPCRequest): JSONRPCRequest {
  const args = at(request.params, 'arguments')
  if (args === undefined || isFields(args)) return request
  return { ...request, params: { ...request.params, arguments: args === null ? {} : { arguments: args } } }
}
