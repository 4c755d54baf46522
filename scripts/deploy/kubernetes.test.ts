import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readYaml } from '../../auth-server/testing/read-yaml.ts'
import { root } from '../root.mjs'
import { type KubernetesObject, kubernetesObject } from './kubernetes-fields.ts'

const text = readFileSync(`${root}deploy/kubernetes/vitrine.yaml`, 'utf8')
const parse = (manifest: string) => readYaml(manifest).map(it => kubernetesObject.parse(it))
const objects = parse(text)

const all = <Kind extends KubernetesObject['kind']>(kind: Kind) =>
  objects.filter((it): it is Extract<KubernetesObject, { readonly kind: Kind }> => it.kind === kind)
/** The object of that kind, which is there once or has that name. */
function one<Kind extends KubernetesObject['kind']>(kind: Kind, name?: string) {
  const [found] = all(kind).filter(it => name === undefined || it.metadata.name === name)
  if (!found) throw new Error(`The manifest has no ${kind} ${name ?? ''}`)
  return found
}

const LABELS = { 'app.kubernetes.io/name': 'vitrine' }
const { spec: pod, metadata: podMetadata } = one('Deployment').spec.template
const [server] = pod.containers
if (!server) throw new Error('The pod has no container')
const containers = [...pod.initContainers, ...pod.containers]
const config = one('ConfigMap').data

test.each([
  ['a misspelt field', ['containerPort: 4401', 'containerport: 4401']],
  ['a field of another level', ['replicas: 2', 'replicaCount: 2']],
  ['a retired kind', ['kind: HTTPRoute', 'kind: Ingress']],
  ['a header filter without its headers', ['requestHeaderModifier:', 'requestHeader:']],
] as const)('refuses %s', (_, [there, instead]) => {
  expect(text).toContain(there)
  expect(() => parse(text.replace(there, instead))).toThrow()
})

test('each container runs as an ordinary user on a read-only file system', () => {
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
  // Their fields allow nothing else.
  expect(containers.map(({ name }) => name)).toEqual(['prepare', 'signer', 'vitrine'])
})

test('labels, volumes, config and namespace agree', () => {
  expect(podMetadata.labels).toEqual(LABELS)
  expect(one('Deployment').spec.selector.matchLabels).toEqual(LABELS)
  for (const { spec } of all('Service')) expect(spec.selector).toEqual(LABELS)
  expect(one('PodDisruptionBudget').spec.selector.matchLabels).toEqual(LABELS)
  expect(one('NetworkPolicy').spec.podSelector.matchLabels).toEqual(LABELS)
  const volumes = pod.volumes.map(({ name }) => name)
  for (const { volumeMounts, envFrom } of containers) {
    for (const { name } of volumeMounts) expect(volumes).toContain(name)
    expect(envFrom[0]).toEqual({ configMapRef: { name: one('ConfigMap').metadata.name } })
  }
  expect(new Set(objects.map(({ metadata }) => metadata.namespace ?? metadata.name))).toEqual(
    new Set(['vitrine']),
  )
})

test('every request for a host reaches the port of the server that answers for it', () => {
  const listeners = one('Gateway').spec.listeners
  for (const [origin, portName] of [
    [config.VITRINE_ORIGIN, 'http'],
    [config.VITRINE_CONSOLE_ORIGIN, 'console'],
  ] as const) {
    const host = new URL(origin ?? '').hostname
    const listener = listeners.find(it => it.hostname === host)
    expect(listener?.protocol).toBe('HTTPS')
    const [route, ...others] = all('HTTPRoute').filter(
      ({ spec }) => spec.parentRefs[0]?.sectionName === listener?.name,
    )
    expect(others).toEqual([])
    expect(route?.spec.hostnames).toEqual([host])
    expect(route?.spec.parentRefs[0]?.name).toBe(one('Gateway').metadata.name)
    const [backend] = route?.spec.rules[0]?.backendRefs ?? []
    const service = one('Service', backend?.name)
    const target = service.spec.ports.find(({ port }) => port === backend?.port)?.targetPort
    expect(target).toBe(portName)
    expect(server.ports?.map(({ name }) => name)).toContain(target)
  }
})

test('no client chooses the id of a request, or which traces are kept', () => {
  const routes = all('HTTPRoute').filter(({ spec }) => spec.rules[0]?.backendRefs)
  expect(routes.map(({ metadata }) => metadata.name)).toEqual(['vitrine', 'vitrine-console'])
  for (const { spec } of routes)
    expect(spec.rules.map(({ filters }) => filters)).toEqual([
      [
        {
          type: 'RequestHeaderModifier',
          requestHeaderModifier: { remove: ['X-Request-Id', 'traceparent'] },
        },
      ],
    ])
})

test('plain HTTP is led to HTTPS and reaches no pod', () => {
  const plain = one('Gateway').spec.listeners.filter(({ protocol }) => protocol === 'HTTP')
  expect(plain.map(({ name }) => name)).toEqual(['http'])
  const routes = all('HTTPRoute').filter(({ spec }) => spec.parentRefs[0]?.sectionName === 'http')
  expect(routes.flatMap(({ spec }) => spec.rules)).toEqual([
    { filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } }] },
  ])
})

test('the gateway reaches the wallet and the console, and Prometheus the metrics', () => {
  const { ingress, policyTypes } = one('NetworkPolicy').spec
  expect(policyTypes).toEqual(['Ingress', 'Egress'])
  expect(ingress.map(({ ports }) => ports.map(({ port }) => port))).toEqual([
    ['http', 'console'],
    ['metrics'],
  ])
  expect(server.ports?.map(({ name }) => name)).toEqual(['http', 'console', 'metrics'])
  const metrics = server.ports?.find(({ name }) => name === 'metrics')?.containerPort
  expect(server.env).toContainEqual({ name: 'VITRINE_METRICS_PORT', value: String(metrics) })
  // No service has that port: a scrape asks each pod.
  expect(all('Service').flatMap(({ spec }) => spec.ports.map(it => it.targetPort))).toEqual([
    'http',
    'console',
  ])
})

test('a pod is alive, ready, and drained before it is stopped', () => {
  expect(server.livenessProbe?.httpGet?.path).toBe('/health/live')
  expect(server.readinessProbe?.httpGet?.path).toBe('/health/ready')
  const drain = server.env?.find(it => it.name === 'VITRINE_DRAIN_SECONDS')?.value
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(drain) + 15)
  expect(one('PodDisruptionBudget').spec.minAvailable).toBeLessThan(one('Deployment').spec.replicas)
})

test('the server’s container has neither the master key nor the mail server’s password', () => {
  expect(JSON.stringify(server)).not.toMatch(/master-key|vitrine-mail|SMTP_URL/)
})
