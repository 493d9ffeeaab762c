import { Caller, type PlatOptions } from './caller.ts'
import { Operations } from './generated/operations.ts'
import { Service } from './service.ts'

/** A client of a service. It uses one key for all calls. */
export class Plat extends Operations {
  constructor(options: PlatOptions) {
    super(new Service(new Caller(options)))
  }
}
