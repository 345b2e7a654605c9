import {
  CHANGE_SCHEDULE,
  CREATE_SCHEDULE,
  DELETE_SCHEDULE,
  LIST_CALENDAR,
  LIST_SCHEDULES,
  LIST_SLOTS,
  PAUSE_SCHEDULE,
  READ_SCHEDULE,
  RESUME_SCHEDULE,
  RUN_SCHEDULE,
} from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { urlFor } from '../server/url-for.ts'
import { callsOf } from './calls-of.ts'
import { listCalendar, listSchedules, listSlots } from './list-schedules.ts'
import { runDocument } from './run-document.ts'
import { scheduleDocument, slotDocument, timesToCome } from './schedule-document.ts'
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  findSchedule,
  pauseSchedule,
  runSchedule,
} from './schedules.ts'

const NEXT = 10
const RECENT = 20

/** Schedules over HTTP. */
export function scheduleRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...CREATE_SCHEDULE,
    handler: async ({ principal, body }, reply) =>
      reply.code(201).send(scheduleDocument(await createSchedule(hub, principal, body))),
  })
  app.route({
    ...LIST_SCHEDULES,
    handler: async ({ principal, query }) => {
      const { items, ...rest } = await listSchedules(hub, principal, query)
      return { items: items.map(scheduleDocument), ...rest }
    },
  })
  app.route({
    ...READ_SCHEDULE,
    handler: async ({ principal, params }) => {
      const schedule = await findSchedule(hub, principal, params.schedule)
      const { jobs } = await callsOf(hub)
      const slots = await jobs.schedules.history(schedule.id, { limit: RECENT })
      return {
        ...scheduleDocument(schedule),
        next_times: timesToCome(schedule, { limit: NEXT }),
        recent: slots.map(slotDocument),
      }
    },
  })
  app.route({
    ...CHANGE_SCHEDULE,
    handler: async ({ principal, params, body }) =>
      scheduleDocument(await changeSchedule(hub, principal, params.schedule, body)),
  })
  app.route({
    ...DELETE_SCHEDULE,
    handler: async ({ principal, params }, reply) => {
      await deleteSchedule(hub, principal, params.schedule)
      return reply.code(204).send()
    },
  })
  app.route({
    ...PAUSE_SCHEDULE,
    handler: async ({ principal, params }) =>
      scheduleDocument(await pauseSchedule(hub, principal, params.schedule, { isPaused: true })),
  })
  app.route({
    ...RESUME_SCHEDULE,
    handler: async ({ principal, params }) =>
      scheduleDocument(await pauseSchedule(hub, principal, params.schedule, { isPaused: false })),
  })
  app.route({
    ...RUN_SCHEDULE,
    handler: async (request, reply) => {
      const run = await runSchedule(hub, request.principal, request.params.schedule)
      return reply.code(202).send(runDocument(run, urlFor(hub, request)))
    },
  })
  app.route({
    ...LIST_SLOTS,
    handler: async ({ principal, params, query }) => {
      const { items, ...rest } = await listSlots(hub, principal, params.schedule, query)
      return { items: items.map(slotDocument), ...rest }
    },
  })
  app.route({ ...LIST_CALENDAR, handler: ({ principal, query }) => listCalendar(hub, principal, query) })
}
