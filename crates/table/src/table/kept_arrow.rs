//! Kept columns as Arrow arrays: their types, their values as texts, and arrays of such texts.
//! For every type that can be kept, an array of the texts of an array is equal to it.

use std::borrow::Cow;

use polars::prelude::{ArrowDataType, ArrowField, PlSmallStr};
use polars_arrow::array::{
    Array, BinaryArray, BinaryViewArray, BooleanArray, DictionaryArray, DictionaryKey,
    FixedSizeBinaryArray, FixedSizeListArray, ListArray, MapArray, NullArray, PrimitiveArray,
    StructArray, Utf8Array, Utf8ViewArray,
};
use polars_arrow::bitmap::Bitmap;
use polars_arrow::datatypes::{IntegerType, TimeUnit};
use polars_arrow::offset::{Offset, Offsets, OffsetsBuffer};
use polars_arrow::types::NativeType;
use serde_json::{Map, Value};

use super::calendar::{
    date_of, date_text, decimal_of, decimal_text, seconds_text, time_of, time_text, timestamp_of,
    timestamp_text,
};
use super::kept_type::{KeptField, KeptType, Unit, Words};

/// Where arrays go or come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Arrays of other programs: every type as it is.
    Arrow,
    /// Parquet, which knows one type of texts, bytes and lists.
    Parquet,
    /// The arrays from which polars writes Parquet.
    Views,
}

/// The note of polars about a dictionary whose words have a fixed order.
const ENUMERATIONS: [&str; 2] = ["_PL_ENUM_VALUES2", "_PL_ENUM_VALUES"];

/// The note of polars about any other dictionary.
const CATEGORIES: [&str; 2] = ["_PL_CATEGORICAL2", "_PL_CATEGORICAL"];

/// The type of a column, or `None` if it cannot be kept.
pub(super) fn kept_type(field: &ArrowField, layout: Layout) -> Option<KeptType> {
    if let ArrowDataType::Dictionary(key, values, ordered) = field.dtype() {
        let is_text = matches!(
            **values,
            ArrowDataType::Utf8 | ArrowDataType::LargeUtf8 | ArrowDataType::Utf8View
        );
        if is_text {
            return words(field, *key, *ordered).map(KeptType::Words);
        }
    }
    nested_type(field.dtype(), layout, true)
}

fn words(field: &ArrowField, key: IntegerType, ordered: bool) -> Option<Words> {
    let metadata = field.metadata.as_ref();
    let mut keys = ENUMERATIONS.iter().chain(&CATEGORIES);
    let note = keys.find_map(|key| {
        let value = metadata?.get(*key)?;
        Some((key.to_string(), value.to_string()))
    });
    use IntegerType::*;
    let (bytes, signed) = match key {
        UInt8 => (1, false),
        UInt16 => (2, false),
        UInt32 | UInt64 => (4, false),
        Int8 | Int16 | Int32 | Int64 => (4, true),
        _ => return None,
    };
    // The words of several inputs may be more than those of one.
    let bytes = if note.is_some() { bytes } else { 4 };
    Some(Words {
        bytes,
        signed,
        ordered,
        note,
    })
}

/// A type that may be inside another.
fn nested_type(dtype: &ArrowDataType, layout: Layout, is_outer: bool) -> Option<KeptType> {
    use ArrowDataType as A;
    let plain = layout != Layout::Arrow;
    let field = |field: &ArrowField| {
        Some(KeptField {
            name: field.name.to_string(),
            kind: nested_type(field.dtype(), layout, false)?,
            // In Parquet, the fields of a missing object are missing too.
            nullable: plain || field.is_nullable,
        })
    };
    Some(match dtype {
        A::Utf8 => KeptType::Text,
        A::LargeUtf8 | A::Utf8View if plain => KeptType::Text,
        A::LargeUtf8 => KeptType::LargeText,
        A::Utf8View => KeptType::TextView,
        // Parquet has no nulls of no type inside others.
        A::Null if is_outer || !plain => KeptType::Null,
        A::Boolean => KeptType::Boolean,
        A::Int8 => KeptType::Int8,
        A::Int16 => KeptType::Int16,
        A::Int32 => KeptType::Int32,
        A::Int64 => KeptType::Int64,
        A::UInt8 => KeptType::Uint8,
        A::UInt16 => KeptType::Uint16,
        A::UInt32 => KeptType::Uint32,
        A::UInt64 => KeptType::Uint64,
        A::Float32 => KeptType::Float32,
        A::Float64 => KeptType::Float64,
        A::Binary => KeptType::Binary,
        A::LargeBinary | A::BinaryView if plain => KeptType::Binary,
        A::LargeBinary => KeptType::LargeBinary,
        A::BinaryView => KeptType::BinaryView,
        A::FixedSizeBinary(_) if plain => KeptType::Binary,
        A::FixedSizeBinary(size) => KeptType::FixedBinary(*size),
        A::Date32 => KeptType::Date,
        // Parquet has days and milliseconds, but no days in milliseconds.
        A::Date64 if plain => KeptType::Timestamp(Unit::Ms, None),
        A::Date64 => KeptType::DateMillis,
        A::Time32(_) if plain => KeptType::Time32(Unit::Ms),
        A::Time32(unit) => KeptType::Time32(unit_of(*unit)),
        A::Time64(unit) => KeptType::Time64(unit_of(*unit)),
        A::Timestamp(TimeUnit::Second, zone) if plain => {
            KeptType::Timestamp(Unit::Ms, zone.as_ref().map(ToString::to_string))
        }
        A::Timestamp(unit, zone) => {
            KeptType::Timestamp(unit_of(*unit), zone.as_ref().map(ToString::to_string))
        }
        A::Duration(unit) => KeptType::Duration(unit_of(*unit)),
        A::Decimal(precision, scale) if scale <= precision => KeptType::Decimal(*precision, *scale),
        A::Dictionary(_, values, _) => nested_type(values, layout, is_outer)?,
        A::List(inner) => KeptType::List(Box::new(field(inner)?)),
        A::LargeList(inner) if plain => KeptType::List(Box::new(field(inner)?)),
        A::LargeList(inner) => KeptType::LargeList(Box::new(field(inner)?)),
        A::FixedSizeList(inner, width) if *width > 0 => {
            KeptType::FixedList(Box::new(field(inner)?), *width)
        }
        A::Map(inner, _) if plain => KeptType::List(Box::new(field(inner)?)),
        A::Map(inner, sorted) => KeptType::Map(Box::new(field(inner)?), *sorted),
        A::Struct(fields) if !fields.is_empty() && are_distinct(fields) => {
            KeptType::Struct(fields.iter().map(field).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

/// Returns true if all fields have names of their own, as those of an object in JSON.
fn are_distinct(fields: &[ArrowField]) -> bool {
    let is_first = |at: usize| {
        fields[..at]
            .iter()
            .all(|other| other.name != fields[at].name)
    };
    (0..fields.len()).all(is_first)
}

/// The type of the arrays of a kept column.
pub(super) fn arrow_type(kind: &KeptType, layout: Layout) -> ArrowDataType {
    use ArrowDataType as A;
    let views = layout == Layout::Views;
    let inner = |field: &KeptField| Box::new(inner_field(field, layout));
    match kind {
        KeptType::Text if views => A::Utf8View,
        KeptType::Text => A::Utf8,
        KeptType::LargeText => A::LargeUtf8,
        KeptType::TextView => A::Utf8View,
        KeptType::Null => A::Null,
        KeptType::Boolean => A::Boolean,
        KeptType::Int8 => A::Int8,
        KeptType::Int16 => A::Int16,
        KeptType::Int32 => A::Int32,
        KeptType::Int64 => A::Int64,
        KeptType::Uint8 => A::UInt8,
        KeptType::Uint16 => A::UInt16,
        KeptType::Uint32 => A::UInt32,
        KeptType::Uint64 => A::UInt64,
        KeptType::Float32 => A::Float32,
        KeptType::Float64 => A::Float64,
        KeptType::Binary if views => A::BinaryView,
        KeptType::Binary => A::Binary,
        KeptType::LargeBinary => A::LargeBinary,
        KeptType::BinaryView => A::BinaryView,
        KeptType::FixedBinary(size) => A::FixedSizeBinary(*size),
        KeptType::Date => A::Date32,
        KeptType::DateMillis => A::Date64,
        KeptType::Time32(unit) => A::Time32(arrow_unit(*unit)),
        KeptType::Time64(unit) => A::Time64(arrow_unit(*unit)),
        KeptType::Timestamp(unit, zone) => {
            A::Timestamp(arrow_unit(*unit), zone.as_deref().map(PlSmallStr::from_str))
        }
        KeptType::Duration(unit) => A::Duration(arrow_unit(*unit)),
        KeptType::Decimal(precision, scale) => A::Decimal(*precision, *scale),
        KeptType::Words(words) => {
            let values = if views { A::Utf8View } else { A::Utf8 };
            A::Dictionary(key_type(words), Box::new(values), words.ordered)
        }
        KeptType::List(field) if views => A::LargeList(inner(field)),
        KeptType::List(field) => A::List(inner(field)),
        KeptType::LargeList(field) => A::LargeList(inner(field)),
        KeptType::FixedList(field, width) => A::FixedSizeList(inner(field), *width),
        KeptType::Map(field, sorted) => A::Map(inner(field), *sorted),
        KeptType::Struct(fields) => {
            let fields = fields.iter().map(|field| inner_field(field, layout));
            A::Struct(fields.collect())
        }
    }
}

fn inner_field(field: &KeptField, layout: Layout) -> ArrowField {
    let name = PlSmallStr::from_str(&field.name);
    ArrowField::new(name, arrow_type(&field.kind, layout), field.nullable)
}

/// A kept column as a field.
pub(super) fn arrow_field(name: PlSmallStr, kind: &KeptType, layout: Layout) -> ArrowField {
    let field = ArrowField::new(name, arrow_type(kind, layout), true);
    match kind {
        KeptType::Words(Words {
            note: Some((key, value)),
            ..
        }) => {
            let note = (PlSmallStr::from_str(key), PlSmallStr::from_str(value));
            field.with_metadata([note].into_iter().collect())
        }
        _ => field,
    }
}

fn key_type(words: &Words) -> IntegerType {
    match (words.bytes, words.signed) {
        (1, false) => IntegerType::UInt8,
        (2, false) => IntegerType::UInt16,
        (_, false) => IntegerType::UInt32,
        (_, true) => IntegerType::Int32,
    }
}

fn unit_of(unit: TimeUnit) -> Unit {
    match unit {
        TimeUnit::Second => Unit::S,
        TimeUnit::Millisecond => Unit::Ms,
        TimeUnit::Microsecond => Unit::Us,
        TimeUnit::Nanosecond => Unit::Ns,
    }
}

fn arrow_unit(unit: Unit) -> TimeUnit {
    match unit {
        Unit::S => TimeUnit::Second,
        Unit::Ms => TimeUnit::Millisecond,
        Unit::Us => TimeUnit::Microsecond,
        Unit::Ns => TimeUnit::Nanosecond,
    }
}

/// The values of an array as texts.
pub(super) fn texts(array: &dyn Array) -> impl Iterator<Item = Option<String>> + '_ {
    (0..array.len()).map(|row| text(array, row))
}

/// The value of an array at a row.
fn text(array: &dyn Array, row: usize) -> Option<String> {
    use ArrowDataType as A;
    if matches!(array.dtype(), A::Null) || array.is_null(row) {
        return None;
    }
    macro_rules! value {
        ($type:ty) => {
            array.as_any().downcast_ref::<$type>()?.value(row)
        };
    }
    macro_rules! number {
        ($native:ty) => {
            i128::from(value!(PrimitiveArray<$native>))
        };
    }
    Some(match array.dtype() {
        A::Boolean => value!(BooleanArray).to_string(),
        A::Int8 => number!(i8).to_string(),
        A::Int16 => number!(i16).to_string(),
        A::Int32 => number!(i32).to_string(),
        A::Int64 => number!(i64).to_string(),
        A::UInt8 => number!(u8).to_string(),
        A::UInt16 => number!(u16).to_string(),
        A::UInt32 => number!(u32).to_string(),
        A::UInt64 => number!(u64).to_string(),
        A::Float32 => format!("{:?}", value!(PrimitiveArray<f32>)),
        A::Float64 => format!("{:?}", value!(PrimitiveArray<f64>)),
        A::Utf8 => value!(Utf8Array<i32>).to_string(),
        A::LargeUtf8 => value!(Utf8Array<i64>).to_string(),
        A::Utf8View => value!(Utf8ViewArray).to_string(),
        A::Binary => bytes_text(value!(BinaryArray<i32>)),
        A::LargeBinary => bytes_text(value!(BinaryArray<i64>)),
        A::BinaryView => bytes_text(value!(BinaryViewArray)),
        A::FixedSizeBinary(_) => bytes_text(value!(FixedSizeBinaryArray)),
        A::Date32 => date_text(number!(i32)),
        A::Date64 => timestamp_text(number!(i64), 3, false),
        A::Time32(unit) => time_text(number!(i32), unit_of(*unit).digits()),
        A::Time64(unit) => time_text(number!(i64), unit_of(*unit).digits()),
        A::Timestamp(unit, zone) => {
            timestamp_text(number!(i64), unit_of(*unit).digits(), zone.is_some())
        }
        A::Duration(unit) => seconds_text(number!(i64), unit_of(*unit).digits()),
        A::Decimal(_, scale) => decimal_text(value!(PrimitiveArray<i128>), *scale),
        A::Dictionary(key, _, _) => return word(array, *key, row),
        A::List(_) | A::LargeList(_) | A::FixedSizeList(..) | A::Map(..) | A::Struct(_) => {
            json(array, row).to_string()
        }
        _ => return None,
    })
}

/// The word of a dictionary at a row.
fn word(array: &dyn Array, key: IntegerType, row: usize) -> Option<String> {
    fn of<K: DictionaryKey>(array: &dyn Array, row: usize) -> Option<String> {
        let array = array.as_any().downcast_ref::<DictionaryArray<K>>()?;
        text(array.values().as_ref(), array.key_value(row))
    }
    use IntegerType::*;
    match key {
        Int8 => of::<i8>(array, row),
        Int16 => of::<i16>(array, row),
        Int32 => of::<i32>(array, row),
        Int64 => of::<i64>(array, row),
        UInt8 => of::<u8>(array, row),
        UInt16 => of::<u16>(array, row),
        UInt32 => of::<u32>(array, row),
        UInt64 => of::<u64>(array, row),
        _ => None,
    }
}

/// The value of an array at a row, inside a list or an object.
fn json(array: &dyn Array, row: usize) -> Value {
    use ArrowDataType as A;
    if matches!(array.dtype(), A::Null) || array.is_null(row) {
        return Value::Null;
    }
    let list = |values: Box<dyn Array>| {
        let values = (0..values.len()).map(|row| json(values.as_ref(), row));
        Value::Array(values.collect())
    };
    let any = array.as_any();
    if let Some(array) = any.downcast_ref::<ListArray<i32>>() {
        return list(array.value(row));
    }
    if let Some(array) = any.downcast_ref::<ListArray<i64>>() {
        return list(array.value(row));
    }
    if let Some(array) = any.downcast_ref::<FixedSizeListArray>() {
        return list(array.value(row));
    }
    if let Some(array) = any.downcast_ref::<MapArray>() {
        return list(array.value(row));
    }
    if let Some(array) = any.downcast_ref::<StructArray>() {
        let fields = array.fields().iter().zip(array.values());
        let fields = fields.map(|(field, values)| (field.name.to_string(), json(&**values, row)));
        return Value::Object(fields.collect::<Map<_, _>>());
    }
    let text = text(array, row).unwrap_or_default();
    let is_literal = matches!(
        array.dtype(),
        A::Boolean
            | A::Int8
            | A::Int16
            | A::Int32
            | A::Int64
            | A::UInt8
            | A::UInt16
            | A::UInt32
            | A::UInt64
            | A::Float32
            | A::Float64
    );
    let literal = is_literal.then(|| serde_json::from_str(&text).ok());
    literal.flatten().unwrap_or(Value::String(text))
}

/// Starts bytes in hexadecimal.
const HEXADECIMAL: &str = "0x";

fn bytes_text(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) if !text.starts_with(HEXADECIMAL) => text.to_string(),
        _ => {
            let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
            HEXADECIMAL.to_string() + &digits.collect::<String>()
        }
    }
}

fn bytes_of(text: &str) -> Option<Cow<'_, [u8]>> {
    let Some(digits) = text.strip_prefix(HEXADECIMAL) else {
        return Some(Cow::Borrowed(text.as_bytes()));
    };
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    let pairs = digits.as_bytes().chunks(2);
    let bytes = pairs.map(|pair| (pair.len() == 2).then(|| byte(pair))?);
    bytes.collect::<Option<Vec<u8>>>().map(Cow::Owned)
}

/// A text that a column cannot hold.
#[derive(Debug)]
pub(super) struct Misfit(pub String);

/// A value, or nothing.
pub(super) type Given<'a> = Option<Cow<'a, str>>;

/// An array of this type.
pub(super) fn array(
    kind: &KeptType,
    cells: &[Given<'_>],
    layout: Layout,
) -> Result<Box<dyn Array>, Misfit> {
    let dtype = arrow_type(kind, layout);
    macro_rules! parsed {
        ($native:ty) => {
            numbers::<$native>(cells, dtype, |text| text.parse().ok())
        };
    }
    match kind {
        KeptType::Text | KeptType::LargeText | KeptType::TextView => {
            let texts = cells.iter().map(Option::as_deref);
            Ok(match dtype {
                ArrowDataType::Utf8 => Box::new(Utf8Array::<i32>::from_iter(texts)),
                ArrowDataType::LargeUtf8 => Box::new(Utf8Array::<i64>::from_iter(texts)),
                _ => Utf8ViewArray::from_slice(texts.collect::<Vec<_>>()).boxed(),
            })
        }
        KeptType::Null => Ok(Box::new(NullArray::new(dtype, cells.len()))),
        KeptType::Boolean => {
            let values: Vec<Option<bool>> = values(cells, |text| text.parse().ok())?;
            Ok(Box::new(BooleanArray::from_iter(values)))
        }
        KeptType::Int8 => parsed!(i8),
        KeptType::Int16 => parsed!(i16),
        KeptType::Int32 => parsed!(i32),
        KeptType::Int64 => parsed!(i64),
        KeptType::Uint8 => parsed!(u8),
        KeptType::Uint16 => parsed!(u16),
        KeptType::Uint32 => parsed!(u32),
        KeptType::Uint64 => parsed!(u64),
        KeptType::Float32 => parsed!(f32),
        KeptType::Float64 => parsed!(f64),
        KeptType::Binary | KeptType::LargeBinary | KeptType::BinaryView => {
            let values = values(cells, bytes_of)?;
            let bytes = values.iter().map(Option::as_deref);
            Ok(match dtype {
                ArrowDataType::Binary => Box::new(BinaryArray::<i32>::from_iter(bytes)),
                ArrowDataType::LargeBinary => Box::new(BinaryArray::<i64>::from_iter(bytes)),
                _ => BinaryViewArray::from_slice(bytes.collect::<Vec<_>>()).boxed(),
            })
        }
        KeptType::FixedBinary(size) => {
            let sized = |text| bytes_of(text).filter(|bytes: &Cow<[u8]>| bytes.len() == *size);
            let values = values(cells, sized)?;
            Ok(Box::new(FixedSizeBinaryArray::from_iter(values, *size)))
        }
        KeptType::Date => numbers(cells, dtype, |text| i32::try_from(date_of(text)?).ok()),
        KeptType::DateMillis => numbers(cells, dtype, |text| {
            i64::try_from(timestamp_of(text, 3)?).ok()
        }),
        KeptType::Time32(unit) => {
            let digits = unit.digits();
            numbers(cells, dtype, |text| {
                i32::try_from(time_of(text, digits)?).ok()
            })
        }
        KeptType::Time64(unit) => {
            let digits = unit.digits();
            numbers(cells, dtype, |text| {
                i64::try_from(time_of(text, digits)?).ok()
            })
        }
        KeptType::Timestamp(unit, _) => {
            let digits = unit.digits();
            numbers(cells, dtype, |text| {
                i64::try_from(timestamp_of(text, digits)?).ok()
            })
        }
        KeptType::Duration(unit) => {
            let digits = unit.digits();
            numbers(cells, dtype, |text| {
                i64::try_from(decimal_of(text, digits)?).ok()
            })
        }
        KeptType::Decimal(_, scale) => numbers(cells, dtype, |text| decimal_of(text, *scale)),
        KeptType::Words(words) => match (words.bytes, words.signed) {
            (1, false) => dictionary::<u8>(words, cells, dtype),
            (2, false) => dictionary::<u16>(words, cells, dtype),
            (_, false) => dictionary::<u32>(words, cells, dtype),
            (_, true) => dictionary::<i32>(words, cells, dtype),
        },
        KeptType::List(field) if layout == Layout::Views => {
            list::<i64>(field, cells, dtype, layout)
        }
        KeptType::List(field) => list::<i32>(field, cells, dtype, layout),
        KeptType::LargeList(field) => list::<i64>(field, cells, dtype, layout),
        KeptType::FixedList(field, width) => {
            let lists = values(cells, elements)?;
            let mut inner: Vec<Given> = Vec::new();
            for (list, cell) in lists.iter().zip(cells) {
                match list {
                    None => inner.extend(std::iter::repeat_n(None, *width)),
                    Some(list) if list.len() == *width => {
                        inner.extend(list.iter().map(element));
                    }
                    Some(_) => return Err(misfit(cell)),
                }
            }
            let values = array(&field.kind, &inner, layout)?;
            let validity = validity(cells);
            Ok(Box::new(FixedSizeListArray::new(
                dtype,
                cells.len(),
                values,
                validity,
            )))
        }
        KeptType::Map(field, _) => {
            let (offsets, values) = flattened::<i32>(field, cells, layout)?;
            let validity = validity(cells);
            Ok(Box::new(MapArray::new(dtype, offsets, values, validity)))
        }
        KeptType::Struct(fields) => {
            let object = |text: &str| serde_json::from_str::<Map<String, Value>>(text).ok();
            let objects = values(cells, object)?;
            let column = |field: &KeptField| {
                let cells = objects.iter().map(|object| {
                    let value = object.as_ref()?.get(&field.name)?;
                    element(value)
                });
                array(&field.kind, &cells.collect::<Vec<_>>(), layout)
            };
            let columns = fields.iter().map(column).collect::<Result<_, _>>()?;
            let validity = validity(cells);
            let table = StructArray::new(dtype, cells.len(), columns, validity);
            Ok(Box::new(table))
        }
    }
}

fn misfit(cell: &Given) -> Misfit {
    Misfit(cell.as_deref().unwrap_or_default().to_string())
}

/// What the texts of cells stand for.
fn values<'a, T>(
    cells: &'a [Given<'_>],
    parse: impl Fn(&'a str) -> Option<T>,
) -> Result<Vec<Option<T>>, Misfit> {
    let value = |cell: &'a Given| match cell {
        None => Ok(None),
        Some(text) => parse(text).map(Some).ok_or_else(|| misfit(cell)),
    };
    cells.iter().map(value).collect()
}

fn numbers<T: NativeType>(
    cells: &[Given],
    dtype: ArrowDataType,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Box<dyn Array>, Misfit> {
    let values = values(cells, parse)?;
    Ok(Box::new(PrimitiveArray::<T>::from(values).to(dtype)))
}

/// Which cells are there, if some are not.
fn validity(cells: &[Given]) -> Option<Bitmap> {
    let is_there = cells.iter().map(Option::is_some);
    let all = cells.iter().all(Option::is_some);
    (!all).then(|| is_there.collect())
}

fn elements(text: &str) -> Option<Vec<Value>> {
    serde_json::from_str(text).ok()
}

/// An element of a list or of an object as a text.
fn element(value: &Value) -> Given<'_> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(Cow::Borrowed(text)),
        other => Some(Cow::Owned(other.to_string())),
    }
}

/// The elements of all lists as one array, and where each list ends in it.
fn flattened<O: Offset>(
    field: &KeptField,
    cells: &[Given],
    layout: Layout,
) -> Result<(OffsetsBuffer<O>, Box<dyn Array>), Misfit> {
    let lists = values(cells, elements)?;
    let lengths = lists.iter().map(|list| list.as_ref().map_or(0, Vec::len));
    let offsets = Offsets::<O>::try_from_lengths(lengths);
    let offsets = offsets.map_err(|error| Misfit(error.to_string()))?;
    let inner: Vec<Given> = lists.iter().flatten().flatten().map(element).collect();
    Ok((offsets.into(), array(&field.kind, &inner, layout)?))
}

fn list<O: Offset>(
    field: &KeptField,
    cells: &[Given],
    dtype: ArrowDataType,
    layout: Layout,
) -> Result<Box<dyn Array>, Misfit> {
    let (offsets, values) = flattened::<O>(field, cells, layout)?;
    let validity = validity(cells);
    Ok(Box::new(ListArray::<O>::new(
        dtype, offsets, values, validity,
    )))
}

/// A dictionary with its words in the order of their first use, or in that of an enumeration.
fn dictionary<K: DictionaryKey + TryFrom<usize>>(
    words: &Words,
    cells: &[Given],
    dtype: ArrowDataType,
) -> Result<Box<dyn Array>, Misfit> {
    let mut known: Vec<&str> = words.enumerated();
    let mut places: std::collections::HashMap<&str, usize> = known
        .iter()
        .enumerate()
        .map(|(at, word)| (*word, at))
        .collect();
    let mut keys = Vec::with_capacity(cells.len());
    for cell in cells {
        let Some(word) = cell.as_deref() else {
            keys.push(None);
            continue;
        };
        let place = *places.entry(word).or_insert_with(|| {
            known.push(word);
            known.len() - 1
        });
        keys.push(Some(K::try_from(place).map_err(|_| misfit(cell))?));
    }
    let keys = PrimitiveArray::<K>::from(keys);
    let values: Box<dyn Array> = match &dtype {
        ArrowDataType::Dictionary(_, values, _) if **values == ArrowDataType::Utf8View => {
            let known: Vec<Option<&str>> = known.into_iter().map(Some).collect();
            Utf8ViewArray::from_slice(known).boxed()
        }
        _ => Box::new(Utf8Array::<i32>::from_iter(known.into_iter().map(Some))),
    };
    let made = DictionaryArray::try_new(dtype, keys, values);
    let made = made.map_err(|error| Misfit(error.to_string()))?;
    Ok(Box::new(made))
}

impl Words {
    /// The words of an enumeration, which polars writes with their lengths.
    fn enumerated(&self) -> Vec<&str> {
        let Some((key, mut note)) = self.note.as_ref().map(|(key, note)| (key, note.as_str()))
        else {
            return Vec::new();
        };
        let mut words = Vec::new();
        while ENUMERATIONS.contains(&key.as_str())
            && let Some((length, rest)) = note.split_once(';')
            && let Ok(length) = length.parse::<usize>()
            && let Some((word, rest)) = rest.split_at_checked(length)
        {
            words.push(word);
            note = rest;
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Checks that an array of the texts of an array is that array.
    fn check(given: Box<dyn Array>) {
        let field = ArrowField::new("given".into(), given.dtype().clone(), true);
        let kind = kept_type(&field, Layout::Arrow).expect("it can be kept");
        let known: Vec<Option<String>> = texts(&*given).collect();
        let cells: Vec<Given> = known
            .iter()
            .map(|text| text.as_deref().map(Into::into))
            .collect();
        let made = array(&kind, &cells, Layout::Arrow).expect("texts of its type");
        assert_eq!(made.dtype(), given.dtype());
        let again: Vec<Option<String>> = texts(&*made).collect();
        assert_eq!(again, known);
        assert_eq!(made, given, "{known:?}");
        // Parquet has fewer types, and the same values.
        if let Some(kind) = kept_type(&field, Layout::Parquet) {
            let views = array(&kind, &cells, Layout::Views).expect("texts of its type");
            assert_eq!(texts(&*views).collect::<Vec<_>>(), known);
        }
    }

    fn some<T: NativeType>(values: &[Option<T>], dtype: ArrowDataType) -> Box<dyn Array> {
        Box::new(PrimitiveArray::<T>::from(values.to_vec()).to(dtype))
    }

    fn item(dtype: ArrowDataType) -> Box<ArrowField> {
        Box::new(ArrowField::new("item".into(), dtype, true))
    }

    proptest! {
        #[test]
        fn numbers_and_times_come_back(
            longs in prop::collection::vec(any::<Option<i64>>(), 0..20),
            days in prop::collection::vec(any::<Option<i32>>(), 0..20),
            doubles in prop::collection::vec(any::<Option<f64>>(), 0..20),
            floats in prop::collection::vec(any::<Option<f32>>(), 0..20),
            wide in prop::collection::vec(prop::option::of(-10_i128.pow(37)..10_i128.pow(37)), 0..20),
        ) {
            use ArrowDataType as A;
            let unsigned: Vec<Option<u64>> = longs.iter().map(|l| l.map(|l| l as u64)).collect();
            check(some(&longs, A::Int64));
            check(some(&unsigned, A::UInt64));
            check(some(&doubles, A::Float64));
            check(some(&floats, A::Float32));
            check(some(&days, A::Int32));
            check(some(&days, A::Date32));
            check(some(&longs, A::Date64));
            for unit in [TimeUnit::Second, TimeUnit::Millisecond, TimeUnit::Microsecond, TimeUnit::Nanosecond] {
                for zone in [None, Some("Europe/Berlin".into())] {
                    check(some(&longs, A::Timestamp(unit, zone)));
                }
                check(some(&longs, A::Duration(unit)));
                if matches!(unit, TimeUnit::Second | TimeUnit::Millisecond) {
                    check(some(&days, A::Time32(unit)));
                } else {
                    check(some(&longs, A::Time64(unit)));
                }
            }
            for scale in [0, 3, 38] {
                check(some(&wide, A::Decimal(38, scale)));
            }
        }

        #[test]
        fn texts_bytes_and_nested_values_come_back(
            words in prop::collection::vec(any::<Option<String>>(), 0..12),
            bytes in prop::collection::vec(any::<Option<Vec<u8>>>(), 0..12),
            lists in prop::collection::vec(prop::option::of(prop::collection::vec(any::<Option<f64>>(), 0..4)), 0..12),
            flags in prop::collection::vec(any::<Option<bool>>(), 0..12),
        ) {
            use ArrowDataType as A;
            check(Box::new(Utf8Array::<i32>::from_iter(words.iter().map(Option::as_deref))));
            check(Box::new(Utf8Array::<i64>::from_iter(words.iter().map(Option::as_deref))));
            check(Box::new(BinaryArray::<i32>::from_iter(bytes.iter().map(Option::as_deref))));
            check(BinaryViewArray::from_slice(bytes.iter().map(Option::as_deref).collect::<Vec<_>>()).boxed());
            check(Box::new(BooleanArray::from_iter(flags.iter())));
            let lengths = lists.iter().map(|list| list.as_ref().map_or(0, Vec::len));
            let offsets = Offsets::<i32>::try_from_lengths(lengths).unwrap();
            let inner: Vec<Option<f64>> = lists.iter().flatten().flatten().copied().collect();
            let validity = lists.iter().any(Option::is_none).then(|| lists.iter().map(Option::is_some).collect());
            let list = ListArray::<i32>::new(A::List(item(A::Float64)), offsets.into(), some(&inner, A::Float64), validity);
            check(Box::new(list.clone()));
            let height = list.len();
            let days = (0..height).map(|at| (at % 3 != 1).then_some(at as i32 * 1000 - 40_000)).collect::<Vec<_>>();
            let fields = vec![
                ArrowField::new("a list".into(), list.dtype().clone(), true),
                ArrowField::new("day".into(), A::Date32, true),
            ];
            let columns: Vec<Box<dyn Array>> = vec![Box::new(list), some(&days, A::Date32)];
            check(Box::new(StructArray::new(A::Struct(fields), height, columns, None)));
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_hexadecimal() {
        assert_eq!(bytes_text(b"abc"), "abc");
        assert_eq!(bytes_text(b"0xab"), "0x30786162");
        assert_eq!(bytes_text(&[0, 255]), "0x00ff");
        assert_eq!(bytes_of("0x0"), None);
    }

    #[test]
    fn a_text_of_another_type_is_refused() {
        for (kind, text) in [
            (KeptType::Int8, "128"),
            (KeptType::Date, "2026-02-30"),
            (KeptType::Time64(Unit::Us), "12:00"),
            (KeptType::Boolean, "yes"),
            (KeptType::Decimal(5, 2), "1.234"),
        ] {
            assert!(
                array(&kind, &[Some(text.into())], Layout::Arrow).is_err(),
                "{kind:?}"
            );
        }
    }
}
