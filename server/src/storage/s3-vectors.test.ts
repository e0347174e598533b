import { describe, expect, it } from 'vitest'
import { type ArrivedRequest, formFault, headerFault, queryFault } from '../../../tests/support/s3-verify.ts'
import { policySignature, presign } from './s3-signature.ts'

/**
 * The examples that Amazon publishes with Signature Version 4 for S3 ("Authenticating Requests: Using the Authorization
 * Header", "…Using Query Parameters", "Example: Browser-Based Upload using HTTP POST"): requests, keys and signatures.
 * Both sides are held against them: what the product signs, and what the tests' object store accepts.
 */
const KEYS = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const HOST = 'examplebucket.s3.amazonaws.com'
const STAMP = '20130524T000000Z'
const SIGNED_AT = new Date('2013-05-24T00:00:00Z')
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const CREDENTIAL = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'

interface Example {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly signedHeaders: string
  readonly signature: string
  readonly body?: string
}

const HEADER_EXAMPLES: readonly [string, Example][] = [
  [
    'GET Object',
    {
      method: 'GET',
      target: '/test.txt',
      headers: { range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY_SHA256 },
      signedHeaders: 'host;range;x-amz-content-sha256;x-amz-date',
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
  ],
  [
    'PUT Object',
    {
      method: 'PUT',
      target: '/test%24file.text',
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      signedHeaders: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      body: 'Welcome to Amazon S3.',
    },
  ],
  [
    'GET Bucket Lifecycle',
    {
      method: 'GET',
      target: '/?lifecycle',
      headers: { 'x-amz-content-sha256': EMPTY_SHA256 },
      signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
  ],
  [
    'GET Bucket (List Objects)',
    {
      method: 'GET',
      target: '/?max-keys=2&prefix=J',
      headers: { 'x-amz-content-sha256': EMPTY_SHA256 },
      signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  ],
]

function arrived({ method, target, headers, signedHeaders, signature, body = '' }: Example): ArrivedRequest {
  const authorization = `AWS4-HMAC-SHA256 Credential=${CREDENTIAL},SignedHeaders=${signedHeaders},Signature=${signature}`
  return {
    method,
    target,
    headers: { host: HOST, 'x-amz-date': STAMP, authorization, ...headers },
    body: Buffer.from(body),
  }
}

describe('the published header signatures', () => {
  it.each(HEADER_EXAMPLES)('%s is accepted, and nothing else in its place', (_name, example) => {
    const faultOf = (changes: Partial<ArrivedRequest>, now = SIGNED_AT) =>
      headerFault({ ...arrived(example), ...changes }, KEYS, now)
    expect(faultOf({})).toBeNull()
    expect(faultOf({ method: 'DELETE' })).toBe('SignatureDoesNotMatch')
    expect(faultOf({ target: '/other.txt' })).toBe('SignatureDoesNotMatch')
    expect(faultOf({ body: Buffer.from('other') })).toBe('XAmzContentSHA256Mismatch')
    expect(faultOf({}, new Date('2013-05-24T00:16:00Z'))).toBe('RequestTimeTooSkewed')
    const { headers } = arrived(example)
    expect(faultOf({ headers: { ...headers, host: 'other.s3.amazonaws.com' } })).toBe('SignatureDoesNotMatch')
    expect(faultOf({ headers: { ...headers, 'x-amz-acl': 'public-read' } })).toBe('AccessDenied')
    expect(faultOf({ headers: { ...headers, authorization: '' } })).toBe('AuthorizationHeaderMalformed')
  })
})

describe('the published query signature', () => {
  const target =
    '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
    '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
    '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'

  it('is the one that the product makes', () => {
    expect(presign(KEYS, new URL(`https://${HOST}/test.txt`), SIGNED_AT, 86_400)).toBe(`https://${HOST}${target}`)
  })

  it('is accepted for a day, for its own address and method', () => {
    const faultOf = (changes: Partial<ArrivedRequest> = {}, now = SIGNED_AT) =>
      queryFault({ method: 'GET', target, headers: { host: HOST }, body: Buffer.alloc(0), ...changes }, KEYS, now)
    expect(faultOf()).toBeNull()
    expect(faultOf({}, new Date('2013-05-25T00:00:00Z'))).toBeNull()
    expect(faultOf({}, new Date('2013-05-25T00:00:01Z'))).toBe('AccessDenied')
    expect(faultOf({}, new Date('2013-05-23T00:00:00Z'))).toBe('AccessDenied')
    expect(faultOf({ method: 'PUT' })).toBe('SignatureDoesNotMatch')
    expect(faultOf({ target: target.replace('86400', '86401') })).toBe('SignatureDoesNotMatch')
    expect(faultOf({ target: target.replace('86400', '604801') })).toBe('AuthorizationQueryParametersError')
  })
})

describe('the published form', () => {
  const LINES = [
    '{ "expiration": "2015-12-30T12:00:00.000Z",',
    '  "conditions": [',
    '    {"bucket": "sigv4examplebucket"},',
    '    ["starts-with", "$key", "user/user1/"],',
    '    {"acl": "public-read"},',
    '    {"success_action_redirect": "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"},',
    '    ["starts-with", "$Content-Type", "image/"],',
    '    {"x-amz-meta-uuid": "14365123651274"},',
    '    {"x-amz-server-side-encryption": "AES256"},',
    '    ["starts-with", "$x-amz-meta-tag", ""],',
    '',
    '    {"x-amz-credential": "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request"},',
    '    {"x-amz-algorithm": "AWS4-HMAC-SHA256"},',
    '    {"x-amz-date": "20151229T000000Z" }',
    '  ]',
    '}',
  ]
  const policy = Buffer.from(LINES.join('\r\n')).toString('base64')
  const signature = '8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e'
  const FIELDS = {
    key: 'user/user1/photo.jpg',
    acl: 'public-read',
    success_action_redirect: 'http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html',
    'Content-Type': 'image/jpeg',
    'x-amz-meta-uuid': '14365123651274',
    'x-amz-server-side-encryption': 'AES256',
    'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request',
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Date': '20151229T000000Z',
    'x-amz-meta-tag': '',
    Policy: policy,
    'X-Amz-Signature': signature,
  }
  const faultOf = (changes: Readonly<Record<string, string>> = {}, bucket = 'sigv4examplebucket', now = '2015-12-29') =>
    formFault({ bucket, fields: new Map(Object.entries({ ...FIELDS, ...changes })), fileBytes: 1 }, KEYS, new Date(now))

  it('has the signature that the product makes', () => {
    expect(policy).toMatch(/^eyAiZXhwaXJhdGlvbiI6ICIyMDE1LTEyLTMwVDEyOjAwOjAwLjAwMFoiLA0K/)
    expect(policySignature(KEYS, policy, new Date('2015-12-29T00:00:00Z'))).toBe(signature)
  })

  it('is accepted as it is published, and not when a field, the bucket or the day differs', () => {
    expect(faultOf()).toBeNull()
    expect(faultOf({ key: 'user/user2/a.jpg' })).toBe('AccessDenied')
    expect(faultOf({ 'Content-Type': 'text/html' })).toBe('AccessDenied')
    expect(faultOf({ 'x-amz-meta-more': '1' })).toBe('AccessDenied')
    expect(faultOf({}, 'another')).toBe('AccessDenied')
    expect(faultOf({}, 'sigv4examplebucket', '2015-12-31')).toBe('AccessDenied')
    expect(faultOf({ Policy: `${policy}IA==` })).toBe('SignatureDoesNotMatch')
  })
})
