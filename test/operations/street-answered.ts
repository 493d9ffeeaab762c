import type { Context } from '../../src/catalog/ports/context.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import { call } from './call.ts'

/** Looks up an address. Returns the street in the answer of `/byaddress`, or the refusal. */
export async function streetAnswered(propertyaddress: string, context: Context): Promise<string | Fault> {
  try {
    const { PropertyAddress } = (await call('/byaddress', { propertyaddress }, context)) as {
      PropertyAddress: { streetAddress: string }
    }
    return PropertyAddress.streetAddress
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return error
  }
}
