// The functions that a query may call, by dialect. A list and not a ban: every server has functions that read files, run
// text as SQL, wait, write settings or reach other machines, and extensions add more.
// Invariant: nothing here changes anything outside the query or reads what is not in a table the query names.
import type { Dialect } from './refusals.ts';

export const isAllowedFunction = (dialect: Dialect, name: string): boolean => FUNCTIONS[dialect].has(name);

/** Functions whose result is as long as their second argument says: that must be a plain number, or one call fills the memory. */
export const SIZED_FUNCTIONS: ReadonlySet<string> = new Set(['repeat', 'lpad', 'rpad']);
export const LONGEST_SIZED = 10_000;

const words = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

const BOTH = words(
  'count sum avg min max coalesce nullif abs ceil ceiling floor round sign sqrt exp ln log log10 log2 mod pow power pi degrees radians',
  'acos acosh asin asinh atan atan2 atanh cos cosh sin sinh tan tanh trunc random',
  'lower upper length substr substring trim ltrim rtrim replace concat concat_ws octet_length string_agg unistr',
  'row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value',
  'date time',
);

const POSTGRES = words(
  // aggregates and statistics
  'array_agg bool_and bool_or every any_value json_agg json_agg_strict jsonb_agg jsonb_agg_strict json_object_agg jsonb_object_agg bit_and bit_or bit_xor',
  'corr covar_pop covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy',
  'stddev stddev_pop stddev_samp variance var_pop var_samp mode percentile_cont percentile_disc grouping',
  // numbers
  'cbrt div factorial gcd lcm min_scale scale trim_scale width_bucket cot acosd asind atand cosd sind tand cotd erf erfc greatest least',
  'random_normal numeric int2 int4 int8 float4 float8 to_hex to_bin to_oct',
  // text
  'ascii bit_length btrim char_length character_length chr initcap left right lpad rpad repeat reverse position overlay split_part starts_with',
  'strpos translate md5 sha224 sha256 sha384 sha512 encode decode quote_ident quote_literal quote_nullable normalize is_normalized to_ascii',
  'regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr',
  'string_to_array string_to_table array_to_string parse_ident like_escape similar_to_escape similar_escape text like notlike convert_from convert_to',
  'get_bit get_byte bit_count casefold',
  // dates and times
  'now age clock_timestamp statement_timestamp transaction_timestamp timeofday date_bin date_part date_trunc date_add date_subtract extract timezone isfinite',
  'justify_days justify_hours justify_interval make_date make_interval make_time make_timestamp make_timestamptz to_char to_date to_number to_timestamp overlaps timestamp timestamptz interval',
  // arrays, ranges, sets
  'array_append array_cat array_dims array_length array_lower array_ndims array_position array_positions array_prepend array_remove',
  'array_replace array_sort array_reverse array_upper cardinality unnest generate_series generate_subscripts num_nulls num_nonnulls isempty lower_inc lower_inf upper_inc upper_inf range_merge multirange',
  'int4range int8range numrange tsrange tstzrange daterange trim_array',
  // JSON
  'to_json to_jsonb row_to_json array_to_json json_build_array json_build_object jsonb_build_array jsonb_build_object json_object jsonb_object json_strip_nulls jsonb_strip_nulls',
  'json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text json_array_length jsonb_array_length json_each jsonb_each json_each_text jsonb_each_text',
  'json_extract_path jsonb_extract_path json_extract_path_text jsonb_extract_path_text json_object_keys jsonb_object_keys json_typeof jsonb_typeof jsonb_pretty',
  'json_populate_record jsonb_populate_record json_populate_recordset jsonb_populate_recordset json_to_record jsonb_to_record json_to_recordset jsonb_to_recordset',
  'jsonb_insert jsonb_set jsonb_set_lax jsonb_path_exists jsonb_path_match jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_path_exists_tz jsonb_path_match_tz jsonb_path_query_tz jsonb_path_query_array_tz jsonb_path_query_first_tz',
  // full text, likeness, networks, identifiers
  'to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_headline ts_rank ts_rank_cd ts_delete ts_filter numnode querytree setweight strip tsvector_to_array array_to_tsvector',
  'similarity word_similarity strict_word_similarity show_trgm unaccent levenshtein soundex metaphone dmetaphone',
  'abbrev broadcast family host hostmask inet_merge inet_same_family masklen netmask network gen_random_uuid uuidv4 uuidv7 uuid_extract_timestamp uuid_extract_version',
  // about the database: sizes and definitions, no settings and no sessions
  'version current_database current_schema current_schemas pg_typeof pg_collation_for pg_column_size pg_size_pretty pg_size_bytes pg_relation_size pg_table_size pg_indexes_size pg_total_relation_size pg_database_size',
  'format_type pg_get_viewdef pg_get_indexdef pg_get_constraintdef pg_get_expr pg_get_partkeydef pg_get_serial_sequence obj_description col_description shobj_description to_regclass to_regtype to_regnamespace',
  'has_table_privilege has_column_privilege has_schema_privilege has_any_column_privilege pg_table_is_visible pg_type_is_visible',
);

const SQLITE = words(
  'total group_concat median percentile percentile_cont percentile_disc stddev variance if iif ifnull likely unlikely likelihood hex unhex quote char unicode instr glob like printf format typeof soundex',
  'datetime julianday strftime unixepoch timediff current_date current_time current_timestamp',
  'json jsonb json_array jsonb_array json_array_length json_error_position json_extract jsonb_extract json_insert jsonb_insert json_object jsonb_object json_patch jsonb_patch json_pretty json_quote json_remove jsonb_remove json_replace jsonb_replace json_set jsonb_set json_type json_valid',
  'json_group_array jsonb_group_array json_group_object jsonb_group_object -> ->>',
  'match bm25 highlight snippet regexp sqlite_version',
);

const FUNCTIONS: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  postgres: new Set([...BOTH, ...POSTGRES]),
  sqlite: new Set([...BOTH, ...SQLITE]),
};
