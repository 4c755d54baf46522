export { type VitrineConnectorOptions, vitrineConnector } from './connector.ts'
