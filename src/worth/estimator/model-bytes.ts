import { crc32 } from 'node:zlib'
import { LearnedOffers } from './learned-offers.ts'
import type { Model } from './model.ts'
import { deserialized, isOfVersion, serialized } from './serialized.ts'
import { TREE_INPUTS } from './tree-row.ts'

/** Increase the number when the meaning of stored models changes. Changed inputs change the version automatically. */
const VERSION = `PlatEst4 ${crc32(TREE_INPUTS.join())} `

type StoredModel = Omit<Model, 'offers'> & { readonly offers: LearnedOffers['columns'] | undefined }

/** Throws a `RangeError` if an effect is NaN, because comparisons would fail. */
export function bytesOf(model: Model): Uint8Array {
  for (const { market } of model.parts)
    for (const [trait, effect] of Object.entries(market.effects))
      if (!Number.isFinite(effect))
        throw new RangeError(`Cannot store an estimator whose effect of ${trait} is ${effect}.`)
  const stored: StoredModel = { ...model, offers: model.offers?.columns }
  return serialized(VERSION, stored)
}

/** Whether this version of Plat can read the bytes. */
export function isOfThisVersion(bytes: Uint8Array): boolean {
  return isOfVersion(VERSION, bytes)
}

/** Throws a `RangeError` for bytes of another version of Plat. */
export function readModel(bytes: Uint8Array): Model {
  const { offers, ...model } = deserialized(VERSION, bytes) as StoredModel // `bytesOf` stored this type
  return offers === undefined ? model : { ...model, offers: new LearnedOffers(offers) }
}
