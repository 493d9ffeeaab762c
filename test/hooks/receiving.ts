import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver that writes each request to a file before it answers. Tests kill it from time to time. */
const [file = '', port = '0'] = process.argv.slice(2)
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    appendFileSync(file, `${JSON.stringify([request.headers['webhook-id'], Buffer.concat(parts).toString()])}\n`)
    setTimeout(() => response.end(), 20) // waits, so that the program can be killed before it answers
  })
})
// the server listens on TCP
server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
