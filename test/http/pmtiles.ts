/** Makes a PMTiles file with one tile of the whole world: a lake in its center, and a town named Tileton. */
export function tinyPmtiles(tileType = 1, metadata = Buffer.from('{}'), compression = 1): Buffer {
  const tile = message(3, lake()).concat(message(3, town()))
  const directory = [1, 0, 1, ...varint(tile.length), 1]
  const at = { directory: 127, metadata: 127 + directory.length, tiles: 127 + directory.length + metadata.length }
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const sections = [
    [at.directory, directory.length],
    [at.metadata, metadata.length],
    [at.tiles, 0],
    [at.tiles, tile.length],
    [1, 1],
  ]
  for (const [i, number] of [...sections.flat(), 1].entries()) header.writeBigUInt64LE(BigInt(number), 8 + i * 8)
  const kinds = [1, compression, 1, tileType, 0, 0] // flags of the header: sorted, uncompressed, one zoom level
  for (const [i, number] of kinds.entries()) header.writeUInt8(number, 96 + i)
  for (const [i, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + i * 4)
  return Buffer.concat([header, Buffer.from([...directory, ...metadata, ...tile])])
}

const EXTENT = 4096

/** A square that is half as wide as the world. */
function lake(): number[] {
  const half = EXTENT / 2
  const corners = [9, ...signed(half / 2), ...signed(half / 2), 26, ...signed(half), 0, 0, ...signed(half), ...signed(-half), 0, 15] // biome-ignore format: one ring
  return layer('water', 3, corners, [])
}

function town(): number[] {
  return layer('places', 1, [9, ...signed(EXTENT / 2), ...signed(EXTENT / 2)], ['name', 'Tileton'])
}

/** Writes a layer in the format MVT, with one feature that has at most one property. */
function layer(name: string, type: number, geometry: number[], [key, value]: string[]): number[] {
  const tags = key === undefined ? [] : message(2, [0, 0])
  const feature = [...tags, 3 << 3, type, ...message(4, geometry)]
  const named = key === undefined ? [] : [...text(3, key), ...message(4, text(1, value ?? ''))]
  return [15 << 3, 2, ...text(1, name), ...message(2, feature), ...named, 5 << 3, ...varint(EXTENT)]
}

function text(field: number, value: string): number[] {
  return message(field, [...Buffer.from(value)])
}

function message(field: number, bytes: number[]): number[] {
  return [(field << 3) | 2, ...varint(bytes.length), ...bytes]
}

function signed(value: number): number[] {
  return varint(value < 0 ? -value * 2 - 1 : value * 2)
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}
