import type { Schema, SchemaObject } from '@skillwright/contract'

/** A tool as skills declare them, with one valid input. */
export type Tool = { readonly schema: SchemaObject; readonly base: Readonly<Record<string, unknown>> }

const text = { type: 'string' } as const
const email = { type: 'string', format: 'email' } as const
const closed = (title: string, required: string[], properties: Record<string, Schema>): SchemaObject => ({
  title,
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})

/** The tools in whose inputs `coercion-written.ts` makes its mistakes. */
export const tools = {
  event: {
    schema: closed('create_event', ['title', 'start'], {
      title: text,
      start: { type: 'string', format: 'date-time' },
      attendees: { type: 'array', items: email },
      all_day: { type: 'boolean' },
      reminder_minutes: { type: 'integer', minimum: 0 },
      visibility: { enum: ['public', 'private', 'confidential'] },
      location: { type: ['string', 'null'], minLength: 3 },
    }),
    base: { title: 'Review', start: '2025-03-04T15:30:00Z' },
  },
  flights: {
    schema: closed('search_flights', ['origin', 'destination', 'depart_date'], {
      origin: { type: 'string', pattern: '^[A-Z]{3}$' },
      destination: { type: 'string', pattern: '^[A-Z]{3}$' },
      depart_date: { type: 'string', format: 'date' },
      return_date: { type: 'string', format: 'date' },
      passengers: { type: 'integer', minimum: 1, maximum: 9 },
      cabin: { enum: ['economy', 'premium_economy', 'business', 'first'] },
      max_price: { type: 'number' },
      nonstop: { type: 'boolean' },
      airlines: { type: 'array', items: { type: 'string', pattern: '^[A-Z0-9]{2}$' } },
    }),
    base: { origin: 'JFK', destination: 'PEK', depart_date: '2025-03-04' },
  },
  mail: {
    schema: closed('send_email', ['to', 'subject'], {
      to: { type: 'array', items: email, minItems: 1 },
      subject: text,
      body: text,
      reply_to: email,
      priority: { enum: ['low', 'normal', 'high'] },
      attachments: {
        type: 'array',
        items: closed('attachment', ['url'], { url: { type: 'string', format: 'uri' }, fileName: text }),
      },
    }),
    base: { to: ['ann@example.com'], subject: 'Hello' },
  },
  weather: {
    schema: closed('get_weather', ['location'], {
      location: closed('point', ['latitude', 'longitude'], {
        latitude: { type: 'number', minimum: -90, maximum: 90 },
        longitude: { type: 'number', minimum: -180, maximum: 180 },
      }),
      units: { enum: ['metric', 'imperial'] },
      days: { type: 'integer', minimum: 1, maximum: 14 },
      hourly: { type: 'boolean' },
    }),
    base: { location: { latitude: 39.9, longitude: 116.4 } },
  },
  rows: {
    schema: closed('query_rows', ['table'], {
      table: text,
      columns: { type: 'array', items: text },
      filters: {
        type: 'array',
        items: closed('filter', ['field', 'op', 'value'], {
          field: text,
          op: { enum: ['eq', 'ne', 'gt', 'lt', 'not_in'] },
          value: { type: ['string', 'number', 'boolean', 'null'] },
        }),
      },
      limit: { type: 'integer', minimum: 0 },
      order_by: closed('order', ['column'], { column: text, direction: { enum: ['asc', 'desc'] } }),
    }),
    base: { table: 'users' },
  },
  order: {
    schema: closed('修改订单', ['order_id', 'status'], {
      order_id: { type: 'string', format: 'uuid' },
      status: { enum: ['待付款', '已付款', '已发货', '已完成'] },
      items: {
        type: 'array',
        items: closed('item', ['sku', 'quantity'], {
          sku: text,
          quantity: { type: 'integer', minimum: 1 },
          unit_price: { type: 'number' },
        }),
      },
      gift: { type: 'boolean' },
      deliver_on: { type: 'string', format: 'date' },
      note: { type: ['string', 'null'], pattern: '^.{4,}$' },
    }),
    base: { order_id: '550e8400-e29b-41d4-a716-446655440000', status: '已付款' },
  },
  image: {
    schema: closed('convert_image', ['source', 'format'], {
      source: { type: 'string', format: 'uri' },
      format: { enum: ['png', 'jpeg', 'webp'] },
      width: { type: 'integer' },
      quality: { type: 'integer', minimum: 1, maximum: 100 },
      keepAspectRatio: { type: 'boolean' },
      gamma: { type: 'number' },
    }),
    base: { source: 'https://example.com/a.jpg', format: 'png' },
  },
  alarm: {
    schema: closed('set_alarm', ['days'], {
      days: { type: 'array', items: { enum: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] }, uniqueItems: true },
      label: text,
      snooze: { type: 'boolean' },
      volume: { type: 'number', minimum: 0, maximum: 1 },
      at: { type: 'string', format: 'time' },
    }),
    base: { days: ['mon'] },
  },
  issue: {
    schema: closed('create_issue', ['title'], {
      title: text,
      labels: { type: 'array', items: { enum: ['bug', 'feature', 'docs', 'good first issue'] } },
      assignee: { type: ['string', 'null'], pattern: '^@' },
      milestone: { type: ['integer', 'null'] },
      severity: { enum: [1, 2, 3, 4] },
    }),
    base: { title: 'It breaks' },
  },
  transfer: {
    schema: closed('transfer', ['to_account', 'amount', 'currency'], {
      to_account: { type: 'string', pattern: '^[0-9]{6,}$' },
      amount: { type: 'number', exclusiveMinimum: 0 },
      currency: { enum: ['USD', 'EUR', 'CNY', 'JPY'] },
      execute_at: { type: 'string', format: 'date-time' },
      urgent: { type: 'boolean' },
      notify: { anyOf: [{ type: 'boolean' }, email] },
    }),
    base: { to_account: '12345678', amount: 20, currency: 'USD' },
  },
  statistics: {
    schema: closed('describe_numbers', ['values'], {
      values: { type: 'array', items: { type: 'number' } },
      bins: { type: 'array', items: { type: 'integer' } },
      percent: { type: 'boolean' },
    }),
    base: { values: [1] },
  },
  shape: {
    schema: closed('draw', ['shape'], {
      shape: {
        oneOf: [
          closed('circle', ['kind', 'radius'], { kind: { const: 'circle' }, radius: { type: 'number' } }),
          closed('box', ['kind', 'w', 'h'], { kind: { const: 'box' }, w: { type: 'number' }, h: { type: 'number' } }),
        ],
      },
      filled: { type: 'boolean' },
    }),
    base: { shape: { kind: 'circle', radius: 2 } },
  },
} satisfies Record<string, Tool>
