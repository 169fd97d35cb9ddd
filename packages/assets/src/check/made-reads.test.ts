import { describe } from 'vitest';
import { BUSINESS, edit, GET, REDIRECT, runCases } from '../../test/check-cases.ts';

describe('reads that a contract makes', () => {
  runCases([
    [
      'draw from a read-back what the write projects',
      edit(REDIRECT, 'read_back: { capability', 'read_back: { project: { nothing: read_back.state }, capability'),
      'read_back_field_unknown result.read_back.project.nothing',
    ],
    [
      'draw from a read-back what the read tells',
      edit(REDIRECT, 'read_back: { capability', 'read_back: { project: { nothing: read_back.colour }, capability'),
      [
        'expression_field_unknown result.read_back.project.nothing',
        'read_back_field_unknown result.read_back.project.nothing',
      ],
    ],
    [
      'exist',
      edit(REDIRECT, 'read: { capability: parcel:get', 'read: { capability: parcel:gett'),
      'capability_unknown preconditions[0].read.capability',
    ],
    [
      'are no writes',
      edit(REDIRECT, 'choice_of: { capability: parcel:list', 'choice_of: { capability: parcel:redirect'),
      'read_is_write arguments.parcel_id.origin[1].choice_of.capability',
    ],
    [
      'get what they need',
      edit(
        REDIRECT,
        'read: { capability: parcel:get, arguments: { parcel_id: args.parcel_id } }',
        'read: { capability: parcel:get, arguments: {} }',
      ),
      'read_argument_missing preconditions[0].read',
    ],
    [
      'get nothing else',
      edit(
        REDIRECT,
        'read: { capability: parcel:get, arguments: { parcel_id: args.parcel_id } }',
        'read: { capability: parcel:get, arguments: { parcel_id: args.parcel_id, lockr: args.locker } }',
      ),
      'argument_unknown preconditions[0].read.arguments.lockr',
    ],
    [
      'go in no circle',
      edit(
        GET,
        'result:',
        'preconditions: [{ id: self, read: { capability: parcel:get, arguments: { parcel_id: args.parcel_id } } }]\nresult:',
      ),
      'precondition_circle preconditions',
    ],
    [
      'tell what is chosen from',
      edit(REDIRECT, 'path: parcels', 'path: parcel'),
      'choice_path_unknown arguments.parcel_id.origin[1].choice_of.path',
    ],
    [
      'are had by the employee that has the contract',
      edit(BUSINESS, 'parcel:list, parcel:get, parcel:redirect', 'parcel:list, parcel:redirect'),
      [
        'requirement_not_permitted resource_permissions.mcp_requirements[0]',
        'needed_read_held_back preconditions[0].read.capability',
        'needed_read_held_back result.read_back.capability',
      ],
    ],
  ]);
});
