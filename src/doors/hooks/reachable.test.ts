import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isReachable } from './reachable.ts'

const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.0', '192.0.1.1']
const PUBLIC_V6 = ['2606:4700:4700::1111', '2a00:1450::1', '2001:4860:4860::8888']

/** Addresses in private networks. For wide networks: the first and the last address. */
const PRIVATE =
  `
  127.0.0.1 127.255.255.255 10.0.0.1 10.255.255.255 172.16.0.0 172.31.255.255 192.168.1.1
  100.64.0.0 100.127.255.255 192.0.0.8 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255
  198.51.100.7 203.0.113.9 ::1 fc00::1 fdff::1 100::1 ::ffff:127.0.0.1 ::ffff:a00:1
  ::ffff:8.8.8.8 ::7f00:1 64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1 2002:7f00:1:: 5f00::1
  2001::1 2001:10::1 2001:20::1 2001:db8::1 3fff::1 fec0::1
`.match(/\S+/g) ?? []

/** Addresses that no setting allows, such as multicast and link-local addresses. */
const NEVER =
  `
  0.0.0.0 0.1.2.3 169.254.169.254 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 ::
  fe80::1 febf::1 ff02::1 ::ffff:169.254.169.254 ::ffff:a9fe:a9fe 64:ff9b::a9fe:a9fe
  168.63.129.16 fe80::1%eth0 2606:4700::1%eth0 localhost
`.match(/\S+/g) ?? []

suite('addresses of receivers', () => {
  test('must be public, unless the operator allows others', () => {
    for (const address of [...PUBLIC, ...PUBLIC_V6]) assert.ok(isReachable(address, false), address)
    for (const address of [...PRIVATE, ...NEVER]) assert.ok(!isReachable(address, false), address)
  })

  test('are never link-local, multicast or unspecified, for any settings', () => {
    for (const address of [...PUBLIC, ...PUBLIC_V6, ...PRIVATE]) assert.ok(isReachable(address, true), address)
    for (const address of NEVER) assert.ok(!isReachable(address, true), address)
  })
})
