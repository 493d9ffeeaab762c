import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A test server with the part of the S3 API that backups use. Its only bucket is `backups`. */
export class S3Store {
  /** The objects by key. */
  readonly objects = new Map<string, Buffer>()
  readonly #parts = new Map<string, Buffer>()
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(([status, body = '', headers = {}]) =>
      response.writeHead(status, headers).end(body),
    )
  })
  #uploads = 0
  /** While true, all requests to write fail with a 500. */
  fails = false

  static async start(): Promise<S3Store> {
    const store = new S3Store()
    await once(store.#server.listen(0, '127.0.0.1'), 'listening')
    return store
  }

  /** The environment variables with which programs find the server. */
  get environment(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo
    return {
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'eu-1',
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    }
  }

  close(): void {
    this.#server.close()
  }

  async #answer(
    request: IncomingMessage,
  ): Promise<[status: number, body?: string | Buffer, headers?: OutgoingHttpHeaders]> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/')
    const key = rest.join('/')
    const body = await bodyOf(request)
    if (!/^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/eu-1\/s3\//.test(request.headers.authorization ?? ''))
      return [403, '<Error><Code>AccessDenied</Code></Error>']
    if (bucket !== 'backups') return [404, '<Error><Code>NoSuchBucket</Code></Error>']
    if (this.fails && request.method !== 'GET') return [500, '<Error><Code>InternalError</Code></Error>']
    const upload = searchParams.get('uploadId')
    switch (request.method) {
      case 'PUT':
        if (upload === null) this.objects.set(key, body)
        else this.#parts.set(`${upload} ${Number(searchParams.get('partNumber'))}`, body)
        return [200, '', { etag: '"e"' }]
      case 'POST':
        if (searchParams.has('uploads'))
          return [
            200,
            `<InitiateMultipartUploadResult><UploadId>${++this.#uploads}</UploadId></InitiateMultipartUploadResult>`,
          ]
        if (searchParams.has('delete')) {
          for (const [, gone = ''] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) this.objects.delete(gone)
          return [200, `<DeleteResult>${body.toString().replaceAll(/<(\/?)Object>/g, '<$1Deleted>')}</DeleteResult>`]
        }
        this.objects.set(key, this.#joined(upload ?? ''))
        return [200, '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>']
      case 'GET':
        if (key === '') return [200, this.#listed(searchParams.get('prefix') ?? '')]
        return this.objects.has(key)
          ? [200, this.objects.get(key) ?? '']
          : [404, '<Error><Code>NoSuchKey</Code></Error>']
      default:
        return [405]
    }
  }

  #joined(upload: string): Buffer {
    const parts = [...this.#parts].filter(([name]) => name.startsWith(`${upload} `))
    const numbered = parts.map(([name, part]) => [Number(name.split(' ')[1]), part] as const)
    return Buffer.concat(numbered.sort(([one], [other]) => one - other).map(([, part]) => part))
  }

  #listed(prefix: string): string {
    const keys = [...this.objects].filter(([key]) => key.startsWith(prefix))
    const contents = keys.map(([key, { length }]) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`)
    return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
