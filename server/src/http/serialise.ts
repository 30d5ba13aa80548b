import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** What Fastify calls with the schema of each response. */
type SerialiserCompiler = (response: {
  schema: unknown;
  method: string;
  url: string;
}) => (value: unknown) => string;

/** Copies what a schema names. */
type Projection = (value: unknown) => unknown;

/** For schemas whose values are sent as they are. */
const WHOLE: Projection = (value) => value;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a copy of the named properties would be the same: no others, in the same order, each sent as it is. */
function isAsNamed(
  value: Record<string, unknown>,
  properties: readonly (readonly [name: string, project: Projection])[],
): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  let place = 0;
  for (const name in value) {
    while (properties[place]?.[0] !== name) {
      place += 1;
      if (place >= properties.length) return false;
    }
    if (properties[place]?.[1] !== WHOLE && value[name] !== undefined) return false;
    place += 1;
  }
  return true;
}

function ofObject({ shape, def }: z.ZodObject, encode: Projection): Projection {
  if (def.catchall !== undefined && !(def.catchall instanceof z.ZodNever)) return encode;
  const properties = Object.entries(shape).map(([name, schema]) => [name, projectionOf(schema)] as const);
  return (value) => {
    if (!isObject(value) || isAsNamed(value, properties)) return value;
    const named: Record<string, unknown> = {};
    for (const [name, project] of properties) {
      const property = value[name];
      if (property !== undefined) named[name] = project === WHOLE ? property : project(property);
    }
    return named;
  };
}

function ofArray(item: Projection): Projection {
  return item === WHOLE ? WHOLE : (value) => (Array.isArray(value) ? value.map(item) : value);
}

function ofRecord(item: Projection): Projection {
  if (item === WHOLE) return WHOLE;
  return (value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, property]) => [name, item(property)]))
      : value;
}

/** Schemas of other kinds, such as unions of objects, encode their values with Zod. */
function projectionOf(schema: z.core.$ZodType): Projection {
  const encode: Projection = (value) => z.encode(schema, value);
  if (schema instanceof z.ZodObject) return ofObject(schema, encode);
  if (schema instanceof z.ZodArray) return ofArray(projectionOf(schema.element));
  if (schema instanceof z.ZodRecord) return ofRecord(projectionOf(schema.valueType));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly)
    return projectionOf(schema.unwrap());
  if (schema instanceof z.ZodUnion)
    return schema.options.every((option) => projectionOf(option) === WHOLE) ? WHOLE : encode;
  const isScalar =
    schema instanceof z.ZodString ||
    schema instanceof z.ZodStringFormat ||
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean ||
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodLiteral ||
    schema instanceof z.ZodNull;
  return isScalar || schema instanceof z.ZodUnknown || schema instanceof z.ZodAny ? WHOLE : encode;
}

/**
 * Serialises without validation what our own code produced, and leaves out what the contract does not name, so that nothing
 * private slips into a response.
 */
const serialiseNamed: SerialiserCompiler = ({ schema }) => {
  if (!(schema instanceof z.ZodType)) throw new TypeError('a response has no schema');
  const project = projectionOf(schema);
  return (value) => JSON.stringify(project(value));
};

/** @param isChecked whether each response is validated by the contract, as in tests and development */
export function serialiserFor(isChecked: boolean): SerialiserCompiler {
  return isChecked ? (serializerCompiler as SerialiserCompiler) : serialiseNamed;
}
