import * as z from 'zod'

/**
 * The fields that our manifest uses, by the API of Kubernetes 1.29 and the Gateway API 1.0. The API server drops a misspelt field
 * or refuses it, depending on how it is applied, so the test knows no other field.
 */

const word = z.string().min(1)
const count = z.int().nonnegative()
const port = z.int().min(1).max(65_535)
/** RFC 1123: names of objects and of ports. */
const name = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
const labels = z.record(z.string(), word)
const selector = z.strictObject({ matchLabels: labels })

const metadata = z.strictObject({
  name,
  namespace: name.optional(),
  labels: labels.optional(),
  annotations: labels.optional(),
})
const object = <Version extends string, Kind extends string, Rest extends z.core.$ZodLooseShape>(
  apiVersion: Version,
  kind: Kind,
  rest: Rest,
) => z.strictObject({ apiVersion: z.literal(apiVersion), kind: z.literal(kind), metadata, ...rest })

const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string().startsWith('/'), port: name }).optional(),
  exec: z.strictObject({ command: z.array(word) }).optional(),
  periodSeconds: count.optional(),
  timeoutSeconds: count.optional(),
  failureThreshold: count.optional(),
})
const envSource = z.strictObject({ name, optional: z.boolean().optional() })
const container = z.strictObject({
  name,
  image: word,
  command: z.array(word).optional(),
  restartPolicy: z.literal('Always').optional(),
  ports: z.array(z.strictObject({ name, containerPort: port })).optional(),
  env: z.array(z.strictObject({ name: z.string().regex(/^[A-Z][A-Z0-9_]*$/), value: word })).optional(),
  envFrom: z.array(
    z.union([z.strictObject({ configMapRef: envSource }), z.strictObject({ secretRef: envSource })]),
  ),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: word, memory: word }),
    limits: z.strictObject({ memory: word }),
  }),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  volumeMounts: z.array(
    z.strictObject({ name, mountPath: z.string().startsWith('/'), readOnly: z.boolean().optional() }),
  ),
})

const pod = z.strictObject({
  automountServiceAccountToken: z.literal(false),
  enableServiceLinks: z.literal(false),
  shareProcessNamespace: z.literal(false),
  terminationGracePeriodSeconds: count,
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: count,
    runAsGroup: count,
    fsGroup: count,
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  topologySpreadConstraints: z.array(
    z.strictObject({
      maxSkew: count,
      topologyKey: word,
      whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
      labelSelector: selector,
    }),
  ),
  initContainers: z.array(container),
  containers: z.array(container),
  volumes: z.array(
    z.union([
      z.strictObject({ name, secret: z.strictObject({ secretName: name, defaultMode: z.literal(0o400) }) }),
      z.strictObject({
        name,
        emptyDir: z.strictObject({ medium: z.literal('Memory').optional(), sizeLimit: word }),
      }),
    ]),
  ),
})

const peers = z.array(z.strictObject({ namespaceSelector: selector }))
const openPorts = z.array(z.strictObject({ protocol: z.enum(['TCP', 'UDP']), port: z.union([port, name]) }))

const routeFilter = z.union([
  z.strictObject({
    type: z.literal('RequestHeaderModifier'),
    requestHeaderModifier: z.strictObject({ remove: z.array(word) }),
  }),
  z.strictObject({
    type: z.literal('RequestRedirect'),
    requestRedirect: z.strictObject({ scheme: z.literal('https'), statusCode: z.literal([301, 302]) }),
  }),
])

/** Each kind of object in `deploy/kubernetes/vitrine.yaml`, with no field besides those that its API has. */
export const kubernetesObject = z.discriminatedUnion('kind', [
  object('v1', 'Namespace', {}),
  object('v1', 'ConfigMap', { data: labels }),
  object('apps/v1', 'Deployment', {
    spec: z.strictObject({
      replicas: count,
      strategy: z.strictObject({
        type: z.literal('RollingUpdate'),
        rollingUpdate: z.strictObject({ maxSurge: count, maxUnavailable: count }),
      }),
      selector,
      template: z.strictObject({ metadata: z.strictObject({ labels }), spec: pod }),
    }),
  }),
  object('v1', 'Service', {
    spec: z.strictObject({
      selector: labels,
      ports: z.array(z.strictObject({ name, port, targetPort: name })),
    }),
  }),
  object('gateway.networking.k8s.io/v1', 'Gateway', {
    spec: z.strictObject({
      gatewayClassName: name,
      listeners: z.array(
        z.strictObject({
          name,
          protocol: z.enum(['HTTP', 'HTTPS']),
          port,
          hostname: word.optional(),
          tls: z
            .strictObject({
              mode: z.literal('Terminate'),
              certificateRefs: z.array(z.strictObject({ name })),
            })
            .optional(),
          allowedRoutes: z.strictObject({ namespaces: z.strictObject({ from: z.literal('Same') }) }),
        }),
      ),
    }),
  }),
  object('gateway.networking.k8s.io/v1', 'HTTPRoute', {
    spec: z.strictObject({
      parentRefs: z.array(z.strictObject({ name, sectionName: name })),
      hostnames: z.array(word),
      rules: z.array(
        z.strictObject({
          matches: z
            .array(z.strictObject({ path: z.strictObject({ type: z.literal('PathPrefix'), value: word }) }))
            .optional(),
          filters: z.array(routeFilter),
          backendRefs: z.array(z.strictObject({ name, port })).optional(),
        }),
      ),
    }),
  }),
  object('policy/v1', 'PodDisruptionBudget', {
    spec: z.strictObject({ minAvailable: count, selector }),
  }),
  object('networking.k8s.io/v1', 'NetworkPolicy', {
    spec: z.strictObject({
      podSelector: selector,
      policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
      ingress: z.array(z.strictObject({ from: peers, ports: openPorts })),
      egress: z.array(z.strictObject({ to: peers.optional(), ports: openPorts })),
    }),
  }),
])

export type KubernetesObject = z.infer<typeof kubernetesObject>
