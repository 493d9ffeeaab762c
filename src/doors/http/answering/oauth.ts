import type { Reply } from '../content/reply.ts'
import type { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import { AUTHORIZE_PATH, REGISTER_PATH } from '../request/protocol.ts'
import { answerAuthorize } from './authorize.ts'
import { answerRegister } from './register.ts'
import type { Service } from './service.ts'
import { answerToken } from './token.ts'

/** Answers a call of OAuth 2.0: authorization, registration or token. */
export async function answerOAuth(call: Call, service: Service, requestContext: RequestContext): Promise<Reply> {
  if (call.path === AUTHORIZE_PATH) return answerAuthorize(call, service, requestContext)
  return call.path === REGISTER_PATH ? answerRegister(call, service) : answerToken(call, service, requestContext)
}
