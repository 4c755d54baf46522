import { expect, test } from 'vitest'
import { signTypedDataRequest, type TypedData } from './sign-typed-data.ts'
import { typedDataProblem } from './typed-data-check.ts'

const good: TypedData = {
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'inner', type: 'Inner' },
      { name: 'pair', type: 'int8[2]' },
    ],
    Inner: [
      { name: 'id', type: 'bytes4' },
      { name: 'blob', type: 'bytes' },
      { name: 'ok', type: 'bool' },
      { name: 'note', type: 'string' },
    ],
  },
  primary_type: 'Permit',
  domain: { name: 'Token', chainId: 1, verifyingContract: `0x${'11'.repeat(20)}` },
  message: {
    owner: `0x${'ab'.repeat(20)}`,
    value: '1',
    inner: { id: '0x01020304', blob: '0x', ok: true, note: '' },
    pair: [-128, 127],
  },
}
const request = (typed_data: unknown) => ({ method: 'eth_signTypedData_v4', params: { typed_data } })
const message = (change: Record<string, unknown>) => ({ ...good, message: { ...good.message, ...change } })
const inner = (change: Record<string, unknown>) =>
  message({ inner: { ...(good.message.inner as Record<string, unknown>), ...change } })
const types = (change: TypedData['types']) => ({ ...good, types: { ...good.types, ...change } })
const domain = (change: TypedData['domain']) => ({ ...good, domain: { ...good.domain, ...change } })
const domainTypes = (...fields: { name: string; type: string }[]) => types({ EIP712Domain: fields })

test('what is whole passes', () => {
  expect(typedDataProblem(good)).toBeNull()
  expect(signTypedDataRequest.safeParse(request(good)).success).toBe(true)
  const [name, chainId] = [
    { name: 'name', type: 'string' },
    { name: 'chainId', type: 'uint256' },
  ]
  const alias = types({ Permit: [...(good.types.Permit ?? []), { name: 'rate', type: 'int' }] })
  expect(typedDataProblem({ ...alias, message: { ...good.message, rate: '-5', inner: null } })).toBeNull()
  expect(typedDataProblem({ ...alias, message: { ...good.message, rate: '0.5' } })).toContain(
    'not a valid int',
  )
  const verifyingContract = { name: 'verifyingContract', type: 'address' }
  expect(typedDataProblem(domainTypes(chainId, name, verifyingContract))).toBeNull()
  const plain = { name: 'chainId', type: 'uint' }
  expect(typedDataProblem(domainTypes(plain, name, verifyingContract))).toBeNull()
  expect(typedDataProblem(domainTypes({ ...plain, type: 'int' }, name, verifyingContract))).toContain(
    'cannot have the field `int chainId`',
  )
})

test('a type may contain itself, as long as its data ends', () => {
  const comment = (replies: readonly unknown[], parent: unknown): TypedData => ({
    types: {
      Comment: [
        { name: 'replies', type: 'Comment[]' },
        { name: 'parent', type: 'Link' },
      ],
      Link: [{ name: 'to', type: 'Comment' }],
    },
    primary_type: 'Comment',
    domain: {},
    message: { replies, parent },
  })
  const leaf = comment([], null).message
  expect(typedDataProblem(comment([leaf, leaf], { to: leaf }))).toBeNull()
  expect(typedDataProblem(comment([{ replies: [] }], null))).toContain(
    '`message.replies.0.parent` is missing',
  )
  let deep = leaf
  for (let level = 0; level < 20; level++) deep = comment([], { to: deep }).message
  expect(typedDataProblem(comment([deep], null))).toContain('nested too deeply')
})

test.each<[string, TypedData, string]>([
  ['an undefined primary type', { ...good, primary_type: 'Order' }, 'primary type'],
  ['the domain as primary type', { ...good, primary_type: 'EIP712Domain' }, 'primary type'],
  ['a primary type of every object', { ...good, primary_type: 'constructor' }, 'primary type'],
  ['an undefined field type', types({ Inner: [{ name: 'x', type: 'Other' }] }), '`Inner.x` is not defined'],
  ['a field type of every object', types({ Inner: [{ name: 'x', type: 'toString' }] }), 'not defined'],
  ['a struct named like an alias', types({ uint: [{ name: 'x', type: 'bool' }] }), 'name of a type'],
  ['a width that does not exist', types({ Inner: [{ name: 'x', type: 'uint9' }] }), 'not defined'],
  ['bytes that do not exist', types({ Inner: [{ name: 'x', type: 'bytes33' }] }), 'not defined'],
  ['a struct named like a value', types({ address: [{ name: 'x', type: 'bool' }] }), 'name of a type'],
  ['a type name with code in it', types({ 'A(bool b)': [{ name: 'x', type: 'bool' }] }), 'name of a type'],
  ['a field name with code in it', types({ Inner: [{ name: 'x,y', type: 'bool' }] }), 'name of a field'],
  ['a field that is no own one', types({ Inner: [{ name: '__proto__', type: 'bool' }] }), 'name of a field'],
  [
    'a field that is there twice',
    types({
      Inner: [
        { name: 'x', type: 'bool' },
        { name: 'x', type: 'string' },
      ],
    }),
    'two fields',
  ],
  [
    'a name with a colon and structs below it',
    {
      ...good,
      types: { ...good.types, 'X:Y': [{ name: 'inner', type: 'Inner' }] },
      primary_type: 'X:Y',
      message: { inner: good.message.inner },
    },
    'elementary fields only',
  ],
  ['a missing value', { ...good, message: { value: '1' } }, '`message.owner` is missing'],
  ['a missing value below', message({ inner: { id: '0x01020304' } }), '`message.inner.blob` is missing'],
  ['a value that no type covers', message({ hidden: 'shown, not signed' }), 'not part of the type'],
  ['a value below that no type covers', inner({ hidden: 1 }), 'not part of the type'],
  ['null for a number', message({ value: null }), 'not a valid uint256'],
  ['null for a list', message({ pair: null }), 'is not a int8[2]'],
  ['a list for a struct', message({ inner: [] }), 'is not a Inner'],
  ['a list of another length', message({ pair: [1] }), 'is not a int8[2]'],
  ['an object for a list', message({ pair: { 0: 1, 1: 2, length: 2 } }), 'is not a int8[2]'],
  ['a number that does not fit', message({ pair: [-129, 0] }), 'not a valid int8'],
  ['a negative amount', message({ value: '-1' }), 'not a valid uint256'],
  ['an amount beyond 256 bits', message({ value: `0x1${'0'.repeat(64)}` }), 'not a valid uint256'],
  ['an amount that has lost digits', message({ value: 2 ** 53 }), 'not a valid uint256'],
  ['an amount with a fraction', message({ value: 1.5 }), 'not a valid uint256'],
  ['an amount with spaces', message({ value: ' 1 ' }), 'not a valid uint256'],
  ['an amount that is empty', message({ value: '' }), 'not a valid uint256'],
  ['a short address', message({ owner: '0x11' }), 'not a valid address'],
  ['a name for an address', message({ owner: 'vitalik.eth' }), 'not a valid address'],
  ['text for bytes', inner({ id: 'abcd' }), 'not a valid bytes4'],
  ['bytes of another length', inner({ id: '0x0102030405' }), 'not a valid bytes4'],
  ['half a byte', inner({ blob: '0x1' }), 'not a valid bytes'],
  ['a word for a truth', inner({ ok: 'false' }), 'not a valid bool'],
  ['a lone surrogate', inner({ note: '\ud800' }), 'not a valid string'],
  ['a chain id that is none', domain({ chainId: 'mainnet' }), '`domain.chainId`'],
  ['a contract that is none', domain({ verifyingContract: 'cosmos' }), '`domain.verifyingContract`'],
  ['a salt that is too short', domain({ salt: '0x00' }), '`domain.salt`'],
  [
    'a domain whose shown chain is not signed',
    domainTypes({ name: 'name', type: 'string' }, { name: 'verifyingContract', type: 'address' }),
    '`domain.chainId` is not part',
  ],
  ['a domain field without a value', domainTypes({ name: 'version', type: 'string' }), '`domain.version`'],
  ['a domain field of another type', domainTypes({ name: 'name', type: 'bytes32' }), 'cannot have the field'],
  ['a domain field of its own', domainTypes({ name: 'origin', type: 'string' }), 'cannot have the field'],
])('%s is refused', (_, typedData, problem) => {
  expect(typedDataProblem(typedData)).toContain(problem)
  expect(signTypedDataRequest.safeParse(request(typedData)).success).toBe(false)
})

test('a short text that would take minutes to hash is refused', () => {
  const fields = Array.from({ length: 64 }, (_, index) => ({
    name: `${'f'.repeat(200)}${index}`,
    type: 'bool[]',
  }))
  const bomb: TypedData = {
    types: { All: [{ name: 'items', type: 'Item[]' }], Item: [{ name: 'x', type: 'bool[]' }], Large: fields },
    primary_type: 'All',
    domain: {},
    message: { items: Array.from({ length: 2000 }, () => ({ x: [] })) },
  }
  expect(JSON.stringify(bomb).length).toBeLessThan(65_536)
  expect(typedDataProblem(bomb)).toContain('than can be hashed')
})

test('more values than a screen could present are refused', () => {
  const list = (length: number) => ({
    types: { List: [{ name: 'x', type: 'bool[]' }] },
    primary_type: 'List',
    domain: {},
    message: { x: Array.from({ length }, () => true) },
  })
  // The list and the message that holds it count as well.
  expect(typedDataProblem(list(4094))).toBeNull()
  expect(typedDataProblem(list(4095))).toContain('more than 4096 values')
})

test('lists within lists without end are refused', () => {
  const deep = {
    ...good,
    types: { Deep: [{ name: 'x', type: `bool${'[]'.repeat(40)}` }] },
    primary_type: 'Deep',
  }
  const nested = Array.from({ length: 40 }).reduce<unknown>(value => [value], true)
  expect(typedDataProblem({ ...deep, message: { x: nested } })).toContain('nested too deeply')
})
